"""Reported figures, and lists for inventing people."""
