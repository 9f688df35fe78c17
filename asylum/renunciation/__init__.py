"""Recording and verifying renunciations."""
