"""The systems that are measured next to the judge."""
