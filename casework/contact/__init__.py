"""Phones, and what to mind before a call."""
