"""Middleware: a request loads each data key once, and shows damaged values as damaged."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse

from vault.damage import showing_placeholders
from vault.keys import remembering


def remember_keys(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        with remembering(), showing_placeholders():
            return get_response(request)

    return middleware
