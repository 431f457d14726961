"""Passages → an index that ranks the rules for a question."""
