"""Phones, and the rules for calling them."""
