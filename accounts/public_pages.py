"""Pages without log-in that check a code, and their rate limits."""

import datetime
from collections.abc import Callable

from allauth.core.internal import ratelimit
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render


def is_over_rate_limit(request: HttpRequest, *, what: str, rate: str) -> bool:
    """Counts this request for `what`. Returns whether its IP address sent more than `rate` allows, such as "30/m/ip"."""
    spent = ratelimit.consume(
        request, app="accounts", action=what, config={what: rate}, limit_get=True
    )
    return spent is None


def validity_page(
    request: HttpRequest,
    is_valid: Callable[[], bool],
    *,
    what: str,
    rate: str,
    word: str,
    since: Callable[[], datetime.date | None] = lambda: None,
) -> HttpResponse:
    """The public page that says of a code only whether it is valid. Status 429 beyond the rate limit (`what`, `rate`).

    `word` is the path of the answer's template. `since` returns the day from which an invalid code is invalid, if known.
    """
    template = "pages/valid_or_not.html"
    if is_over_rate_limit(request, what=what, rate=rate):
        return render(request, template, {"word": word, "is_too_often": True}, status=429)
    context = {"word": word, "is_valid": is_valid()}
    return render(
        request, template, context if context["is_valid"] else context | {"since": since()}
    )
