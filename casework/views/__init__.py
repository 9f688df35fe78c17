"""Request to response; whatever changes something is an action."""
