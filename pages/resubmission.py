"""Shows a user again, once, what they had typed into a form when their session ended.

Nothing is saved by it, and nobody else sees it. Only the address to which it was sent may show it, and only in a form that
has all of its fields, so that text about one person never appears in the form of another.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from pages.field_names import names_of
from pages.whose import FIELD

# The key in the sender's session, which is encrypted and deleted at log-out.
TYPED = "typed"
# The token of OncePerSubmission.
SUBMISSION = "submission"
# Fields that no page shows for copying: hidden ones and passwords.
NOT_TYPED = {
    "csrfmiddlewaretoken", SUBMISSION, "version", FIELD,
    "password", "password1", "password2", "oldpassword",
}  # fmt: skip
# Hidden fields that are stored anyway: the version of the row, so that a colleague's change is not overwritten, and
# the token, because it names the draft on pages that show a submission again.
STORED = {"version", SUBMISSION}
# Values that are of no use to copy: keys of rows, alone or in a list, and the number of forms in a formset.
ROW_KEYS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[0-9a-f,|-]*")
COUNTS_ROWS = re.compile(r".*-(TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS")


class Typed:
    """The data sent to one address.

    `form` is the form that shows it again, `is_shown` whether it was rendered, `is_told` whether any page has said so.
    """

    def __init__(self, path: str, sent: Iterable[tuple[str, list[str]]]) -> None:
        self.path = path
        self.sent = QueryDict(mutable=True)
        for name, values in sent:
            self.sent.setlist(name, values)
        self.form: forms.BaseForm | None = None
        self.is_shown = False
        self.is_told = False

    @property
    def answers(self) -> list[str]:
        """What was typed or chosen, in the order of the fields."""
        return [
            value.strip()
            for name, values in self.sent.lists()
            if name not in NOT_TYPED and not COUNTS_ROWS.fullmatch(name)
            for value in values
            if isinstance(value, str) and value.strip()
        ]

    @property
    def words(self) -> str:
        """The readable part, for the user to copy."""
        return " · ".join(each for each in self.answers if not ROW_KEYS.fullmatch(each))

    def kept(self) -> dict[str, Any]:
        """The data as the session stores them."""
        sent = self.sent.lists()
        return {
            "path": self.path,
            "sent": [
                (name, values) for name, values in sent if name not in NOT_TYPED or name in STORED
            ],
        }

    def fits(self, form: forms.BaseForm) -> bool:
        """Whether the unbound form has every field that was sent."""
        names_of_form = set().union(
            *(names_of(field, form.add_prefix(name)) for name, field in form.fields.items())
        )
        return not form.is_bound and {*self.sent} - NOT_TYPED <= names_of_form


_typed: ContextVar[Typed | None] = ContextVar("typed", default=None)


def submission_of(request: HttpRequest) -> Typed:
    """The data sent with this request."""
    return Typed(request.path, request.POST.lists())


def shown_on_page(path: str, shown: Callable[[], Mapping[Any, Any]]) -> Typed | None:
    """The typed data for this path, or None. Hands them to the form in `shown` that fits, and notes that the page tells it."""
    typed = _typed.get()
    if typed is None:
        return None
    if typed.path == path and not typed.is_shown:
        on_page = [each for each in shown().values() if isinstance(each, forms.BaseForm)]
        typed.form = next((form for form in on_page if typed.fits(form)), None)
        typed.is_shown = typed.form is not None
    typed.is_told = True
    return typed


def sent_again(request: HttpRequest) -> QueryDict | None:
    """The stored submission for this page, if the page redisplays submissions itself, as if it had just been sent."""
    typed = _typed.get()
    if typed is None or typed.path != request.path:
        return None
    typed.is_shown = True
    return typed.sent


def initial_again(form: forms.BaseForm, name: str, otherwise: Any) -> Any:
    """The typed value of a field, in the form that shows the typed data again; `otherwise` in any other form."""
    typed = _typed.get()
    if typed is None or typed.form is not form or name == SUBMISSION:
        return otherwise
    widget, sent_as = form.fields[name].widget, form.add_prefix(name)
    if isinstance(widget, forms.PasswordInput | forms.FileInput):
        return otherwise
    if widget.value_omitted_from_data(typed.sent, {}, sent_as):
        return otherwise
    return widget.value_from_datadict(typed.sent, {}, sent_as)


def with_words(sentence: str, words: str) -> str:
    """The sentence, followed by what was sent, for the user to copy."""
    if not words:
        return sentence
    return sentence + " " + _("You had sent: %(words)s") % {"words": words}


def give_back(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: gives the typed data of the session to a page, and deletes them once a page has told the user."""

    def middleware(request: HttpRequest) -> HttpResponse:
        stored = request.session.get(TYPED) if request.method == "GET" else None
        if not stored:
            return get_response(request)
        typed = Typed(stored["path"], stored["sent"])
        before = _typed.set(typed)
        try:
            response = get_response(request)
        finally:
            _typed.reset(before)
        if typed.is_told:
            del request.session[TYPED]
        return response

    return middleware
