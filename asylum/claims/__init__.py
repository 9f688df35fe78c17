"""Lodging and following claims."""
