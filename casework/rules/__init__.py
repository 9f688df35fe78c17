"""What law or policy says: pure, takes the day, runs without a database."""
