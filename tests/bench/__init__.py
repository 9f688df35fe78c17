"""Measures Amparo against the plain way of doing the same: `python -m tests.bench`."""
