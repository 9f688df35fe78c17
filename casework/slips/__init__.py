"""Slips: the paper with a code that people carry after their arrival."""
