"""Notices to each user: how they are written, the inbox, and the mail that announces them."""
