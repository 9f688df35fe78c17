"""What is counted: one definition of each figure for all pages and tables."""
