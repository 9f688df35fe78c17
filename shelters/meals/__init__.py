"""Meals at a site: how many are needed, what was served, and the sheet for the caterer."""
