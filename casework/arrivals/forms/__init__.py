"""Forms of the quick-log grid, of its drafts and of possible duplicates."""
