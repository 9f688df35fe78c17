"""What people may ask who did not log in, and how often."""

import datetime
from collections.abc import Callable

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def asks_too_often(request: HttpRequest, *, what: str, rate: str) -> bool:
    """Whether this address asked for `what` more often than `rate` ("30/m/ip"); counted in the cache table."""
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
    """The page that tells whoever asks with a code "valid" or "not valid", and nothing else; `word` is its template.

    `since` gives the day since which what was valid is not, where there is one.
    """
    template = "pages/valid_or_not.html"
    if asks_too_often(request, what=what, rate=rate):
        return render(request, template, {"word": word, "is_too_often": True}, status=429)
    shown = {"word": word, "is_valid": is_valid()}
    return render(request, template, shown if shown["is_valid"] else shown | {"since": since()})
