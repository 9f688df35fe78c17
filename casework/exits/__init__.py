"""Recording that somebody left, and taking it back."""
