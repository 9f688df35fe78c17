"""Uploaded files: stored by a page, checked and rewritten by a worker, then attached to their record."""
