"""The time to apply."""
