"""Families: who belongs to one, since when, and what people are to each other."""
