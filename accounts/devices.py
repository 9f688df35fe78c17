"""Recognises browsers in which a user has logged in before: failures of unknown browsers never slow them down.

A browser keeps one signed cookie with a random token for each account that logged in there. The cookie grants nothing.
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
COOKIE_LIFETIME = datetime.timedelta(days=180)
# Colleagues share computers. Beyond this number the account with the oldest log-in is dropped.
MOST_ACCOUNTS = 10
# The request attribute with the e-mail of an account whose user has just proved who they are.
PROVED_EMAIL = "account_proved"


def browser_token(request: HttpRequest, email: str) -> str:
    """The random token of this browser for that account; empty if it never logged in here."""
    return _tokens_by_account(request).get(_account_hash(email), "")


def remember_browser(request: HttpRequest, user: User) -> None:
    """Marks the request, so that its response sets the cookie for this account."""
    setattr(request, PROVED_EMAIL, user.email)


def set_device_cookie(
    get_response: Callable[[HttpRequest], HttpResponse],
) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: sets the cookie in the response to a request that `remember_browser` marked."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if email := getattr(request, PROVED_EMAIL, ""):
            _set_cookie(request, response, email)
        return response

    return middleware


def _set_cookie(request: HttpRequest, response: HttpResponse, email: str) -> None:
    tokens = _tokens_by_account(request)
    token = tokens.pop(_account_hash(email), "") or secrets.token_urlsafe(12)
    newest = list(tokens.items())[-(MOST_ACCOUNTS - 1) :]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps(dict([*newest, (_account_hash(email), token)]), salt=SALT),
        max_age=COOKIE_LIFETIME,
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )


def _tokens_by_account(request: HttpRequest) -> dict[str, str]:
    cookie = request.COOKIES.get(settings.DEVICE_COOKIE_NAME, "")
    try:
        tokens: dict[str, str] = signing.loads(cookie, salt=SALT, max_age=COOKIE_LIFETIME)
    except signing.BadSignature:
        return {}
    return tokens


def _account_hash(email: str) -> str:
    """A keyed hash of the e-mail, because others can read the cookie."""
    return salted_hmac(SALT, email.lower(), algorithm="sha256").hexdigest()[:20]
