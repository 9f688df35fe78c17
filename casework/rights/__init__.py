"""Requests about own data, extracts, retention, erasure."""
