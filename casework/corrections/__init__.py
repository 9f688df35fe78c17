"""Corrections of a row: the old value, the new one, and why."""
