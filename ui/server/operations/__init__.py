"""Serving others: limits, logs, metrics, health, and a graceful stop."""
