"""A question set → measures and a report."""
