"""Querysets of sites, beds and stays: sight first, then sets named as in the office."""
