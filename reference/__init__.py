"""Places, forces, law, holidays and codes, and the tables they are loaded from."""
