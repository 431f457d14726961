"""Rules documents → passages → a searchable index."""
