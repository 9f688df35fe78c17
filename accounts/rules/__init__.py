"""Pure functions about passwords, without a database."""
