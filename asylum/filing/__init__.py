"""The time to apply: its last day, and people who have not applied yet."""
