"""Merges two records of one person, and undoes merges."""
