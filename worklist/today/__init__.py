"""The page Today: the most urgent lines, the counts, and the blocks."""
