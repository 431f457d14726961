"""Answers, rules, cards and editions in the terminal."""
