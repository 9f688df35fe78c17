"""Forms of shelters."""
