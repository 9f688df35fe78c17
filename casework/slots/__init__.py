"""Slots (hooks, see pages/slots.py) for pages, lists and actions of a file. config/house.py fills them."""
