"""Exceptions of actions that a rule refuses."""

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.html import format_html
from django.utils.translation import gettext as _


class ActionRefused(Exception):
    """A rule refused the action, in sentences for people.

    `field` names the form field to which the sentences belong; `at` gives instead one sentence by field name. `look_at` is
    the URL of the page that shows what changed or what to do instead, with the link text `to_do`. Make a subclass for each
    kind of refusal (`CaseCannotClose`), so that callers and tests can tell them apart.
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
        self.at = dict(at or {})
        self.field = field or next(iter(self.at), None)
        self.look_at, self.to_do = look_at, to_do

    @property
    def sentences_with_link(self) -> list[str]:
        """The sentences, and then the link to `look_at` as HTML."""
        sentences = [str(sentence) for sentence in self.sentences]
        if self.look_at:
            words = self.to_do or _("See how it stands now")
            sentences.append(format_html('<a href="{}">{}</a>', self.look_at, words))
        return sentences

    def __str__(self) -> str:
        return " ".join(str(sentence) for sentence in self.sentences)


class ChangedMeanwhile(ActionRefused):
    """A colleague changed the row, or acted on it, after the form was opened."""
