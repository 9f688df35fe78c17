"""Rules about days of cover; pure, without a database."""
