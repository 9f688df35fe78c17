"""Individuals, families, cases, arrivals, notes, and the places and organisations around them."""
