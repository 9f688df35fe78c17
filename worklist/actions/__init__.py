"""Actions on notices and dates."""
