"""The shape of what comes in."""
