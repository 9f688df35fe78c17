"""Two records that may be of one person: found, compared, decided."""
