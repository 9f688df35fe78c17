"""The list of what falls due: its rows, who sees to each, and the decisions that hide or hand over a date."""
