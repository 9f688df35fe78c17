"""The first steps of a new installation: what has to exist before the first arrival, who does it, and who did.

A step is computed from the data where possible, so that nobody can tick it off wrongly. Amparo cannot check three things:
that a mail arrived, that a backup was restored, that a copy of the master key is kept elsewhere. For these somebody confirms
it, with name and day. A confirmation counts only for the mail server or master key that it was given for.
"""
