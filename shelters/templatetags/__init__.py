"""Template tags of shelters."""
