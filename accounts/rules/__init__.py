"""What policy says about passwords and roles; pure, without a database."""
