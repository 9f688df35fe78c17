"""Forms about aid."""
