"""Encryption at rest: keys, encrypted fields, name search, files."""
