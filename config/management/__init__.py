"""Management commands that only the top level may import."""
