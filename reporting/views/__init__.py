"""Views of reporting."""
