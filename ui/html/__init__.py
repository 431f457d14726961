"""Answers, rules and cards: what is shown of them, and their HTML and Markdown."""
