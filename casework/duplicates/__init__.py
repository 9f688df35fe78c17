"""Pairs of records that may be one person: found, compared, decided."""
