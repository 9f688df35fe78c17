"""Corrections of rows: the old value, the new value, and the reason."""
