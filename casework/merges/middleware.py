"""Redirects every page of a merged person to the same page of the surviving record."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.permissions import Permission
from casework.merges.querysets import survivor_of

# How URLs name a person: by number under /people/, by key in asylum.
NAMES = {"number": "number", "individual": "pk"}


class FollowMergedNumbers:
    """After a 404 checks whether the number is that of a visible merged record."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """The redirect; None, which keeps the 404, for readers who do not see the survivor."""
        match = request.resolver_match
        if not isinstance(error, Http404) or match is None or not request.user.is_authenticated:
            return None
        for name, column in NAMES.items():
            if name in match.kwargs and (match.route.startswith("people/") or name != "number"):
                return _to_survivor(request, match, name, column)
        return None


def _to_survivor(request: HttpRequest, match: Any, name: str, column: str) -> HttpResponse | None:
    survivor = survivor_of(
        match.kwargs[name],
        request.user,  # type: ignore[arg-type]
        Permission.INDIVIDUAL_READ,
        column=column,
    )
    if survivor is None:
        return None
    answer: HttpResponse | None = redirect(
        match.view_name, **match.kwargs | {name: getattr(survivor, column)}
    )
    return answer
