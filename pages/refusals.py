"""What an action raises when a rule says no."""

from collections.abc import Mapping

from django.utils.functional import Promise


class ActionRefused(Exception):
    """A rule said no, in sentences for people. `field` names the form field they belong to, if one does.

    Subclass it per refusal (`CaseCannotClose`), so that callers and tests can tell them apart.
    """

    def __init__(
        self,
        *sentences: str | Promise,
        field: str | None = None,
        at: Mapping[str, str | Promise] | None = None,
    ) -> None:
        self.sentences: tuple[str | Promise, ...] = (*sentences, *(at or {}).values())
        super().__init__(*self.sentences)
        # Of several sentences each at its own field.
        self.at = dict(at or {})
        self.field = field or next(iter(self.at), None)

    def __str__(self) -> str:
        return " ".join(str(sentence) for sentence in self.sentences)
