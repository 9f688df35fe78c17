"""Requests about own data, extracts, keeping times, erasure."""
