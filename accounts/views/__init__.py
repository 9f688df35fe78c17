"""Request to response."""
