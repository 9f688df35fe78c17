"""What disclosure control says: pure, counts in, counts or silence out."""
