"""Which sites, beds and stays: sight first, then sets that read like the office talks."""
