"""Disclosure control: pure, counts in, protected counts out."""
