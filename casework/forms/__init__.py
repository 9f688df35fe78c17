"""Shapes of what comes in; each then calls an action."""
