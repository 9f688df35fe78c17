"""What falls due, whom it is told to, and each role's home page."""
