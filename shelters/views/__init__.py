"""Views of sites, nights, families without a bed, and stays."""
