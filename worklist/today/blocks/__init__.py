"""The blocks of the Today page."""
