"""Assigns cases to colleagues, together with the work about them."""
