"""Screening for exclusion (Article 1F): a sealed compartment for a few roles, without traces elsewhere."""
