"""Relatives in the country of origin and what happens to them."""
