"""Bonds between two people: parents, siblings, partners, and people to be kept apart."""
