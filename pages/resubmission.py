"""Shows a user once more what they had typed into a form when their session ended.

Nothing is saved, and nobody else sees it. Only the URL to which the form was sent shows it, and only in a form that has all
of its fields, so that text about one person never appears in the form of another.
"""

import re
from collections.abc import Callable, Iterable, Mapping
from contextvars import ContextVar
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse, QueryDict
from django.utils.translation import gettext as _

from pages.field_names import names_of
from pages.form_owner import FIELD

# The key of the submission in the sender's session, which is encrypted and deleted at log-out.
TYPED = "typed"
# The name of the token field of OncePerSubmission.
SUBMISSION = "submission"
# Fields that no page shows for copying: hidden ones and passwords.
NOT_TYPED = {
    "csrfmiddlewaretoken", SUBMISSION, "version", FIELD,
    "password", "password1", "password2", "oldpassword",
}  # fmt: skip
# Hidden fields that are stored anyway: the version of the row, so that a colleague's change is not overwritten, and
# the token, because it names the draft on pages that show a submission again.
STORED = {"version", SUBMISSION}
# What is of no use to copy: keys of rows, alone or in a list, and the number of forms in a formset.
ROW_KEYS = re.compile(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}[0-9a-f,|-]*")
COUNTS_ROWS = re.compile(r".*-(TOTAL|INITIAL|MIN_NUM|MAX_NUM)_FORMS")


class Submission:
    """The POST data sent to one path (`sent`).

    `form` is the form that shows it again, `is_shown` whether a form does, `is_told` whether a page told the user.
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
    def visible_values(self) -> list[str]:
        """The values that were typed or chosen, without those of hidden fields and passwords."""
        return [
            value.strip()
            for name, values in self.sent.lists()
            if name not in NOT_TYPED and not COUNTS_ROWS.fullmatch(name)
            for value in values
            if isinstance(value, str) and value.strip()
        ]

    @property
    def text_to_copy(self) -> str:
        """The visible values without keys, as one text for the user to copy."""
        return " · ".join(each for each in self.visible_values if not ROW_KEYS.fullmatch(each))

    def to_session(self) -> dict[str, Any]:
        """The data in the form that the session stores."""
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


_submission: ContextVar[Submission | None] = ContextVar("typed", default=None)


def submission_of(request: HttpRequest) -> Submission:
    """The POST data of this request."""
    return Submission(request.path, request.POST.lists())


def submission_for_page(path: str, shown: Callable[[], Mapping[Any, Any]]) -> Submission | None:
    """The stored submission, or None. If it was sent to this path, a form in the context `shown()` that fits shows it."""
    submission = _submission.get()
    if submission is None:
        return None
    if submission.path == path and not submission.is_shown:
        on_page = [each for each in shown().values() if isinstance(each, forms.BaseForm)]
        submission.form = next((form for form in on_page if submission.fits(form)), None)
        submission.is_shown = submission.form is not None
    submission.is_told = True
    return submission


def sent_again(request: HttpRequest) -> QueryDict | None:
    """The stored POST data for this page; None if there are none. For pages that show them again in their own way."""
    submission = _submission.get()
    if submission is None or submission.path != request.path:
        return None
    submission.is_shown = True
    return submission.sent


def resubmitted_initial(form: forms.BaseForm, name: str, otherwise: Any) -> Any:
    """The submitted value of a field, if this form shows the submission again; else `otherwise`."""
    submission = _submission.get()
    if submission is None or submission.form is not form or name == SUBMISSION:
        return otherwise
    widget, sent_as = form.fields[name].widget, form.add_prefix(name)
    if isinstance(widget, forms.PasswordInput | forms.FileInput):
        return otherwise
    if widget.value_omitted_from_data(submission.sent, {}, sent_as):
        return otherwise
    return widget.value_from_datadict(submission.sent, {}, sent_as)


def with_typed_text(sentence: str, words: str) -> str:
    """The sentence, followed by what was sent, for the user to copy."""
    if not words:
        return sentence
    return sentence + " " + _("You had sent: %(words)s") % {"words": words}


def give_submission_back(get_response: Callable[[HttpRequest], HttpResponse]) -> Any:
    """Middleware: gives the stored submission to the page of a GET, and deletes it once a page has told the user."""

    def middleware(request: HttpRequest) -> HttpResponse:
        stored = request.session.get(TYPED) if request.method == "GET" else None
        if not stored:
            return get_response(request)
        submission = Submission(stored["path"], stored["sent"])
        before = _submission.set(submission)
        try:
            response = get_response(request)
        finally:
            _submission.reset(before)
        if submission.is_told:
            del request.session[TYPED]
        return response

    return middleware
