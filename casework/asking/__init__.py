"""Asking a family for all its consents at once: one grid of people and purposes."""
