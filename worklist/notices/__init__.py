"""Notices to each user: writing them, the inbox, and the mail that says how many there are."""
