"""Screening for exclusion (Article 1F): a sealed compartment of those whose role it is, which leaves no trace elsewhere."""
