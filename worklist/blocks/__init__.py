"""The blocks of the Today page, listed in settings.TODAY_BLOCKS in the order in which they stand."""
