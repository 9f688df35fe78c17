"""Actions of arrivals: the quick grid, drafts, the day, slips."""
