"""Redirects every page of a merged record to the same page of its survivor."""

from collections.abc import Callable
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect

from accounts.permissions import Permission
from casework.merges.querysets import survivor_of

# The field of a person by the URL argument that names one: `number` in URLs under /people/, `individual` in asylum.
URL_ARGUMENTS = {"number": "number", "individual": "pk"}


class FollowMergedNumbers:
    """After a 404, redirects if the URL names a merged record whose survivor the user sees."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Returns the redirect; None, which keeps the 404, if the user does not see the survivor."""
        match = request.resolver_match
        if not isinstance(error, Http404) or match is None or not request.user.is_authenticated:
            return None
        for name, column in URL_ARGUMENTS.items():
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
