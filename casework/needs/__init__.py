"""Specific needs and livelihood."""
