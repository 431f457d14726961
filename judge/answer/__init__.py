"""What the search found → what the answer says."""
