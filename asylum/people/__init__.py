"""What all rows of asylum about a person share."""
