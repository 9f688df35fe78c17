"""Figures as reported, and lists from which people are invented."""
