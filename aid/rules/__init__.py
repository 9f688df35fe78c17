"""Rules about aid that need no database."""
