"""Exceptions of actions that a rule refuses."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _


class ActionRefused(Exception):
    """A rule refused the action, in sentences for people.

    `field` names the form field that the sentences belong to, if any. `look_at` is the page that shows what changed or what
    to do instead, with `to_do` as its link text. Subclass it per refusal (`CaseCannotClose`), so that callers and tests can
    tell them apart.
    """

    def __init__(
        self,
        *sentences: str | Promise,
        field: str | None = None,
        at: Mapping[str, str | Promise] | None = None,
        look_at: str = "",
        to_do: str | Promise = "",
    ) -> None:
        self.sentences: tuple[str | Promise, ...] = (*sentences, *(at or {}).values())
        super().__init__(*self.sentences)
        # Sentences by the field to which each belongs.
        self.at = dict(at or {})
        self.field = field or next(iter(self.at), None)
        self.look_at, self.to_do = look_at, to_do

    @property
    def on_a_page(self) -> list[str]:
        """The sentences, and the link to the page `look_at`."""
        sentences = [str(sentence) for sentence in self.sentences]
        if self.look_at:
            words = self.to_do or _("See how it stands now")
            sentences.append(format_html('<a href="{}">{}</a>', self.look_at, words))
        return sentences

    def __str__(self) -> str:
        return " ".join(str(sentence) for sentence in self.sentences)


class ChangedMeanwhile(ActionRefused):
    """A colleague changed the row, or acted on it, after the form was opened."""
