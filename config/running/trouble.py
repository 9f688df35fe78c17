"""What stops a start, in one sentence that a person can act on."""


class Trouble(Exception):
    """Its text is one clear sentence; the command line prints it and ends."""
