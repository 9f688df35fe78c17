"""What somebody does with a notice."""
