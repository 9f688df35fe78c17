"""Renunciations: recorded, submitted, verified, corrected; what the authority asks."""
