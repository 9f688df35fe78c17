"""Screening for exclusion (Article 1F): only screeners see it, and no other page or log mentions it."""
