"""What is done with tables: prepared, made, released, read."""
