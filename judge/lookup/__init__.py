"""Rules and cards, looked up without asking a question."""
