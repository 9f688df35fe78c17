"""Tasks and appointments."""
