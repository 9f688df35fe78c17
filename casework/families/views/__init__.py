"""Request to response. Who belongs to a family and how they belong together."""
