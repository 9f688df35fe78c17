"""Which rows: sight first, then sets that read like the office talks."""
