"""Request to response, by what a page is about."""
