"""Rules for accepted files, without a database."""
