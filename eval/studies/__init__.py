"""Experiments whose figures are in docs/evaluation.md."""
