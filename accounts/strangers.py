"""Bounds on what people may ask who did not log in."""

from allauth.core.internal import ratelimit
from django.http import HttpRequest


def asks_too_often(request: HttpRequest, *, what: str, rate: str) -> bool:
    """Whether this address asked for `what` more often than `rate` ("30/m/ip"); counted in the cache table."""
    spent = ratelimit.consume(
        request, app="accounts", action=what, config={what: rate}, limit_get=True
    )
    return spent is None
