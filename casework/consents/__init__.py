"""Consents, and what may be shared."""
