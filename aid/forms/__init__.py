"""Forms about aid; each ends in an action."""
