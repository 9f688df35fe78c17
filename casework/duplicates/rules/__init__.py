"""Rules for possible duplicates: pure, without a database."""
