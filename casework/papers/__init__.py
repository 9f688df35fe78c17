"""Parses numbers of papers, and compares papers."""
