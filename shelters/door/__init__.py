"""The door of a site: the list for its guard, the roll-call of a night, and who went out and came back."""
