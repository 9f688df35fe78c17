"""Public pages without log-in, and their rate limits."""

import datetime
from collections.abc import Callable

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def asks_too_often(request: HttpRequest, *, what: str, rate: str) -> bool:
    """Whether this address requested `what` more often than `rate` ("30/m/ip"); counted in the cache table."""
    spent = ratelimit.consume(
        request, app="accounts", action=what, config={what: rate}, limit_get=True
    )
    return spent is None


def valid_or_not(
    request: HttpRequest,
    is_valid: Callable[[], bool],
    *,
    what: str,
    rate: str,
    word: str,
    since: Callable[[], datetime.date | None] = lambda: None,
) -> HttpResponse:
    """The public page that answers a code with "valid" or "not valid", and nothing else; `word` is its template.

    `since` is the day from which it is no longer valid, if there is one.
    """
    template = "pages/valid_or_not.html"
    if asks_too_often(request, what=what, rate=rate):
        return render(request, template, {"word": word, "is_too_often": True}, status=429)
    context = {"word": word, "is_valid": is_valid()}
    return render(
        request, template, context if context["is_valid"] else context | {"since": since()}
    )
