"""Slots that subjects fill for the pages, lists and actions of the whole file; config fills them."""
