"""Reference data: places, forces, rules of law, holidays and codes, and the CSV tables from which they are loaded."""
