"""The plan of a case: goals, steps, reviews."""
