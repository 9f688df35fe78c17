"""Consents, privacy notices and the legal bases of files."""
