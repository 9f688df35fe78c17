"""Actions on tables: preparing, making, releasing, reading."""
