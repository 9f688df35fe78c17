"""The shape of what comes in from pages about shelters."""
