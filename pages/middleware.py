"""Repairs requests: gives typed text back after a merge, corrects lower case in addresses, follows redirects for scripts."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from pages.resubmission import submission_of, with_words

SENT_TO_NOTHING = "sent_to_nothing"


BY_SCRIPT = "X-Sent-By-Script"
LEADS_TO = "X-Leads-To"


def lead_by_script(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Tells the script that sent a form where the answer leads.

    A fetch would follow the redirect for the script alone, and one-time messages would be used up unseen.
    """

    def answer(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if BY_SCRIPT in request.headers and response.has_header("Location"):
            response[LEADS_TO] = response["Location"]
            del response["Location"]
            response.status_code = 200
        return response

    return answer


class TellWhatWasTyped:
    """Tells a user whose form was sent to a record that was merged meanwhile, and shows what was typed.

    Placed below the middleware that redirects to the surviving record: this one only marks the request, and acts when the
    answer redirects. Messages are in the session, which is encrypted.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, SENT_TO_NOTHING, False) and response.has_header("Location"):
            _tell(request)
        return response

    def process_exception(self, request: HttpRequest, error: Exception) -> None:
        if request.method == "POST" and isinstance(error, Http404):
            setattr(request, SENT_TO_NOTHING, True)


def _tell(request: HttpRequest) -> None:
    sentence = _("Nothing was saved: the record was merged with this one in the meantime.")
    messages.warning(request, with_words(sentence, submission_of(request).words))


class SpellNumbers:
    """Redirects the number of a case or a person typed in lower case to the URL in capitals.

    Queries no table: only the target page says whether it exists or is visible."""

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
