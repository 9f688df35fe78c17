"""What somebody does. Sheets of arrivals: read, understood, mended, put on file, taken back."""
