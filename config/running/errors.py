"""The error of commands that an operator runs."""


class CommandFailed(Exception):
    """Its text is one sentence that says what is wrong and what to do. The command prints it and exits with 1."""
