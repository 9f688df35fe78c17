"""Places, forces, law, holidays and codes, with the tables they come from."""
