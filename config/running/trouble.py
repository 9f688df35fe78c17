"""An error at startup, in one sentence that says what to do."""


class Trouble(Exception):
    """Its text is one clear sentence; the command line prints it and exits."""
