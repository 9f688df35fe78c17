"""What somebody does. Who belongs to a family and how they belong together."""
