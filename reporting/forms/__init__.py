"""Forms of reporting."""
