"""Accounts of flight."""
