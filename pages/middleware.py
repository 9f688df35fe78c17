"""Middleware: redirects for scripts, forms posted to merged records, and numbers in lower case in URLs."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from pages.resubmission import submission_of, with_typed_text

POSTED_TO_MISSING = "sent_to_nothing"


BY_SCRIPT = "X-Sent-By-Script"
LEADS_TO = "X-Leads-To"


def redirect_in_header(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Replaces a redirect by a header, if a script sent the form.

    A fetch would follow the redirect itself, and its page, which nobody sees, would consume the messages.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if BY_SCRIPT in request.headers and response.has_header("Location"):
            response[LEADS_TO] = response["Location"]
            del response["Location"]
            response.status_code = 200
        return response

    return answer


class ReportPostToMergedRecord:
    """Adds a message with the typed text if a form was posted to a record that was merged in the meantime.

    It is below the middleware that redirects to the surviving record. It marks a POST that ends in Http404, and adds the
    message if the response redirects. Messages are stored in the session, which is encrypted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, POSTED_TO_MISSING, False) and response.has_header("Location"):
            _report(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        if request.method == "POST" and isinstance(error, Http404):
            setattr(request, POSTED_TO_MISSING, True)


def _report(request: HttpRequest) -> None:
    sentence = _("Nothing was saved: the record was merged with this one in the meantime.")
    messages.warning(request, with_typed_text(sentence, submission_of(request).text_to_copy))


class RedirectLowerCaseNumbers:
    """Redirects a URL with the number of a case or person in lower case to the URL in capitals.

    It runs no query: only the target page says whether the number exists."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: dict[str, Any]
    ) -> HttpResponse | None:
        match, number = request.resolver_match, kwargs.get("number")
        if match is None or not isinstance(number, str) or number == number.upper():
            return None
        if request.method not in {"GET", "HEAD"}:
            return None
        answer: HttpResponse = redirect(match.view_name, **kwargs | {"number": number.upper()})
        if query := request.META.get("QUERY_STRING"):
            answer["Location"] += f"?{query}"
        return answer
