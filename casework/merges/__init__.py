"""Two records of one person become one, and two again."""
