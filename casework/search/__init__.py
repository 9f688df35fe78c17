"""Finds people by name, number, paper and phone."""
