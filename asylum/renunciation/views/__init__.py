"""Pages about renunciations."""
