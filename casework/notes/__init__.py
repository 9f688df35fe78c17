"""Notes on a case."""
