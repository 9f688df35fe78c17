"""Postponing a date, settling it, handing it over, and undoing each of these."""
