"""Logging who arrives: the quick grid, drafts, the day, slips."""
