"""A question → a cited answer."""
