"""Querysets of aid."""
