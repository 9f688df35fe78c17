"""Views of asylum; the rules are in the actions."""
