"""What follows from days of cover; pure, without a database."""
