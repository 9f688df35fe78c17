"""Logging arrivals: the quick-log grid, its drafts, and corrections of an arrival."""
