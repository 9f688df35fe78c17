"""The page Today: what comes first, the counts, and the blocks of each app."""
