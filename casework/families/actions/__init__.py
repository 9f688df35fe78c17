"""Actions on families and their members."""
