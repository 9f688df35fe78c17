"""Slots for the pages, lists and actions of a file. Subjects write the entries; config puts them in."""
