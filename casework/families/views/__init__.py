"""Views of families."""
