"""Querysets of applications, permits and renunciations, named in the terms of the office."""
