"""The list of due dates: its rows, who sees to each date, and which dates decisions take out of the list."""
