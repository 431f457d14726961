"""Texts → unit vectors."""
