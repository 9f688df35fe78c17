"""Beds held for a call: places for people without a file, kept for two hours."""
