"""Views, by subject."""
