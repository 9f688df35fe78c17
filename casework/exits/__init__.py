"""Exits: people who left, came back, died or were returned by force."""
