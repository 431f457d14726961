"""A text → the cards that it names."""
