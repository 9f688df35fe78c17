"""Permits, renunciations and their images: what is on file, and who may see it."""
