"""What gathers asylum for the pages of a file."""
