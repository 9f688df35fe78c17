"""Requests of people about their own data, extracts, retention and erasure."""
