"""What somebody had typed when their session was over: once, for that person alone, it stands in the form again.

Nothing is saved by it. Only the address to which it was sent may show it, and only a form that has all of its fields:
what was typed about one person never stands in the form of another.
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

# Under this name it waits in the session of who sent it: sealed, and gone with the log-out.
TYPED = "typed"
# The token by which a form acts once.
ONCE = "submission"
# Neither what the page put there nor a password, which nobody copies back from a page.
NOT_TYPED = {
    "csrfmiddlewaretoken", ONCE, "version", FIELD,
    "password", "password1", "password2", "oldpassword",
}  # fmt: skip
# Which state of a row somebody looked at goes along: what a colleague changed since is not written over. So does the
# token, for a page that shows again what was sent to it: its draft is called so.
KEPT = {"version", ONCE}
# No words to copy: keys of rows, alone or in a list, and how many rows a form has.
KEYS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[0-9a-f,|-]*")
COUNTS_ROWS = re.compile(r".*-(TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS")


class Typed:
    """What was sent to one address. `form` is the one that shows it again, `is_shown` whether it stands on the page,
    `is_told` whether any page has said so."""

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
        """Of that what somebody can read, to be copied from there."""
        return " · ".join(each for each in self.answers if not KEYS.fullmatch(each))

    def kept(self) -> dict[str, Any]:
        """As it lies in a session."""
        sent = self.sent.lists()
        return {
            "path": self.path,
            "sent": [
                (name, values) for name, values in sent if name not in NOT_TYPED or name in KEPT
            ],
        }

    def is_of(self, form: forms.BaseForm) -> bool:
        """Whether the form, which nobody has sent yet, has every field that was sent."""
        known = set().union(
            *(names_of(field, form.add_prefix(name)) for name, field in form.fields.items())
        )
        return not form.is_bound and {*self.sent} - NOT_TYPED <= known


_typed: ContextVar[Typed | None] = ContextVar("typed", default=None)


def sent_with(request: HttpRequest) -> Typed:
    """What was sent with this request."""
    return Typed(request.path, request.POST.lists())


def told(path: str, shown: Callable[[], Mapping[Any, Any]]) -> Typed | None:
    """What waits to be given back, once the page at this path says so: from here on that form, among what is `shown`,
    has it."""
    typed = _typed.get()
    if typed is None:
        return None
    if typed.path == path and not typed.is_shown:
        on_page = [each for each in shown().values() if isinstance(each, forms.BaseForm)]
        typed.form = next((form for form in on_page if typed.is_of(form)), None)
        typed.is_shown = typed.form is not None
    typed.is_told = True
    return typed


def sent_again(request: HttpRequest) -> QueryDict | None:
    """What waits for this very page, where the page itself shows what was sent to it: as if it had just been sent."""
    typed = _typed.get()
    if typed is None or typed.path != request.path:
        return None
    typed.is_shown = True
    return typed.sent


def again(form: forms.BaseForm, name: str, otherwise: Any) -> Any:
    """With what the field starts: what was typed in it, in the form that shows it again."""
    typed = _typed.get()
    if typed is None or typed.form is not form or name == ONCE:
        return otherwise
    widget, sent_as = form.fields[name].widget, form.add_prefix(name)
    if isinstance(widget, forms.PasswordInput | forms.FileInput):
        return otherwise
    if widget.value_omitted_from_data(typed.sent, {}, sent_as):
        return otherwise
    return widget.value_from_datadict(typed.sent, {}, sent_as)


def with_words(sentence: str, words: str) -> str:
    """The sentence, followed by what was sent, to be copied from there."""
    if not words:
        return sentence
    return sentence + " " + _("You had sent: %(words)s") % {"words": words}


def give_back(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """What waits in the session goes with the first page that says so."""

    def middleware(request: HttpRequest) -> HttpResponse:
        waits = request.session.get(TYPED) if request.method == "GET" else None
        if not waits:
            return get_response(request)
        typed = Typed(waits["path"], waits["sent"])
        before = _typed.set(typed)
        try:
            response = get_response(request)
        finally:
            _typed.reset(before)
        if typed.is_told:
            del request.session[TYPED]
        return response

    return middleware
