"""What in a file does not fit together: found, shown with both sources, and left to people to judge."""
