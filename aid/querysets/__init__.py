"""Which agreements, commitments and days of cover."""
