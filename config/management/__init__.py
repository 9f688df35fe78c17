"""The command line of the house: what only the floor above all others may call."""
