"""Rules of passwords and roles; pure, without a database."""
