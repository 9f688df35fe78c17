"""The shape of what came in."""
