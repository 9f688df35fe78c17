"""Actions that log and correct arrivals, and that save drafts of the quick-log."""
