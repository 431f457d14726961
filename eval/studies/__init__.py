"""Experiments whose figures are in docs/experiments.md and docs/evaluation.md."""
