"""Requests in, pages and files out."""
