"""Pages about sites, nights, families without a bed, and stays."""
