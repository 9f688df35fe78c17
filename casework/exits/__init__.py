"""Recording that people left, and undoing it."""
