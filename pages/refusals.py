"""What an action raises when a rule says no."""

from django.utils.functional import Promise


class ActionRefused(Exception):
    """A rule said no, in sentences for people. `field` names the form field they belong to, if one does.

    Subclass it per refusal (`CaseCannotClose`), so that callers and tests can tell them apart.
    """

    def __init__(self, *sentences: str | Promise, field: str | None = None) -> None:
        super().__init__(*sentences)
        self.sentences: tuple[str | Promise, ...] = sentences
        self.field = field

    def __str__(self) -> str:
        return " ".join(str(sentence) for sentence in self.sentences)
