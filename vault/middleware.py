"""A request fetches each data key once and forgets them all at its end."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from vault.keys import remembering


def remember_keys(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        with remembering():
            return get_response(request)

    return middleware
