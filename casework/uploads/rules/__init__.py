"""What a file must be to be kept, as rules that need no database."""
