"""Interviews with outsiders."""
