"""The plan of moves when a site closes or its beds vanish: solved, changed by hand, applied as a whole."""
