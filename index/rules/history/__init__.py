"""The rules through their editions: which rule of one is which of another, and what changed between two."""
