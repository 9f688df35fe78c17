"""Browsers in which a user has logged in before: failures of unknown browsers never slow them down.

A browser keeps one signed cookie with a random word for each account that logged in there. The cookie grants nothing by
itself; it says which accounts know this browser.
"""

import datetime
import secrets
from collections.abc import Callable

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import salted_hmac

from accounts.models import User

SALT = "accounts.devices"
LASTS = datetime.timedelta(days=180)
# Colleagues share computers. The account with the oldest log-in is dropped first.
MOST_ACCOUNTS = 10
PROVED = "account_proved"


def word_of(request: HttpRequest, email: str) -> str:
    """The random word of this browser for that account; empty if it never logged in here."""
    return _words(request).get(_mark(email), "")


def note_proof(request: HttpRequest, user: User) -> None:
    """Makes the browser known to the account, with the response to this request."""
    setattr(request, PROVED, user.email)


def remember_devices(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware that sets the cookie after a proof of the account."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if email := getattr(request, PROVED, ""):
            _give_cookie(request, response, email)
        return response

    return middleware


def _give_cookie(request: HttpRequest, response: HttpResponse, email: str) -> None:
    words = _words(request)
    word = words.pop(_mark(email), "") or secrets.token_urlsafe(12)
    newest = list(words.items())[-(MOST_ACCOUNTS - 1) :]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(dict([*newest, (_mark(email), word)]), salt=SALT),
        max_age=LASTS,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _words(request: HttpRequest) -> dict[str, str]:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        words: dict[str, str] = signing.loads(cookie, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        return {}
    return words


def _mark(email: str) -> str:
    """A mark that represents the account in a cookie that others can read."""
    return salted_hmac(SALT, email.lower(), algorithm="sha256").hexdigest()[:20]
