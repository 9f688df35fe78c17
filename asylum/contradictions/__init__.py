"""Contradictions in a file: found, shown with both sources, and left to people to judge."""
