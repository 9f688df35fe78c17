"""Assigning cases, and what goes along when work is passed on."""
