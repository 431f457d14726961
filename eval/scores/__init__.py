"""Rankings → scores, their significance, and how well a system abstains."""
