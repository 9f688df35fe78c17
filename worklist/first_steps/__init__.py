"""The first steps of a new installation: what has to exist before the first arrival, who can do each step, and who did it.

Whether a step is done is computed from the data where possible, so that nobody can tick it off wrongly. Amparo cannot check
three things: that a mail arrived, that a backup was restored, and that a copy of the master key is kept elsewhere. A user
confirms these by name. A confirmation counts only for the mail server or the master key of that moment.
"""
