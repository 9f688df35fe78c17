"""Our middleware: cached permissions, damaged values, sessions, language, second factor."""

import time
from collections.abc import Callable
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.middleware import get_user
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.cache import patch_cache_control
from django.utils.translation import gettext as _

from accounts.access import cached_permissions
from accounts.audit import record_damage
from accounts.models import User
from accounts.sessions import UNSAVED, owner_of
from pages.form_owner import form_owner_of
from pages.resubmission import submission_of
from vault.damage import save_new_damage

GetResponse = Callable[[HttpRequest], HttpResponse]

TOUCHED_AT = "touched_at"
TOUCH_EVERY_SECONDS = 60
# Names of views that users without the required second factor may open.
WITHOUT_SECOND_FACTOR = {
    "mfa_activate_totp",
    "second-factor-image",
    "account_reauthenticate",
    "account_logout",
    "quick-exit",
    "session-extend",
}


def cache_permissions_while_reading(get_response: GetResponse) -> GetResponse:
    """In requests that only read, checks all permissions that reach the same rows with one query (`cached_permissions`)."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method not in {"GET", "HEAD"}:
            return get_response(request)
        with cached_permissions():
            return get_response(request)

    return middleware


def record_damaged_values(get_response: GetResponse) -> GetResponse:
    """Records in the audit log each value that could not be decrypted in this request and was not reported before."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        for damage in save_new_damage():
            reader = request.user if isinstance(request.user, User) else None
            record_damage(damage.row, field=damage.field, by=reader)
        return response

    return middleware


def _add_message_once(request: HttpRequest, text: str) -> None:
    """Adds the message unless the same one is pending: each background request of a page would add it again."""
    pending: Any = messages.get_messages(request)
    is_pending = text in [str(message) for message in pending]
    # Reading the messages marked them as shown, although they are still pending.
    pending.used = False
    if not is_pending:
        messages.info(request, text)


def tell_that_session_ended(get_response: GetResponse) -> GetResponse:
    """Tells users redirected to the log-in that their session ended; what they sent is kept for them.

    The user is known from a signed hidden field of the form, which also works after a log-out in another tab, or else from
    the ended session.
    """

    def middleware(request: HttpRequest) -> HttpResponse:
        cookie = request.COOKIES.get(settings.SESSION_COOKIE_NAME, "")
        response = get_response(request)
        if not response.has_header("Location") or request.user.is_authenticated:
            return response
        is_sent_to_log_in = response["Location"].startswith(f"{reverse(settings.LOGIN_URL)}?")
        if is_sent_to_log_in and (owner := form_owner_of(request) or (cookie and owner_of(cookie))):
            _add_message_once(request, _("Your session had ended. Log in to go on."))
            if (submission := submission_of(request)).visible_values:
                request.session[UNSAVED] = {"user": str(owner), "typed": submission.to_session()}
        return response

    return middleware


def fetch_user(get_response: GetResponse) -> GetResponse:
    """Replaces Django's lazy `request.user` with the user: a page reads it a thousand times, and the lazy object is slower."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.user = get_user(request)
        return get_response(request)

    return middleware


class ExtendSession:
    """Restarts the idle time-out, with at most one write a minute, and forbids browsers to cache pages behind the log-in."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.user.is_authenticated:
            return self.get_response(request)
        now = int(time.time())
        if now - request.session.get(TOUCHED_AT, 0) >= TOUCH_EVERY_SECONDS:
            request.session[TOUCHED_AT] = now
        response = self.get_response(request)
        patch_cache_control(response, no_store=True, private=True)
        return response


class ActivateUserLanguage:
    """Activates the language of the account, whatever the browser prefers."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if request.user.is_authenticated:
            translation.activate(request.user.language)
            request.LANGUAGE_CODE = translation.get_language()
        return self.get_response(request)


class RequireSecondFactor:
    """Where a second factor is required, redirects users without one to the page that sets it up."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: object, args: object, kwargs: object
    ) -> HttpResponse | None:
        if not settings.MFA_REQUIRED or not request.user.is_authenticated:
            return None
        if request.resolver_match and request.resolver_match.view_name in WITHOUT_SECOND_FACTOR:
            return None
        if Authenticator.objects.filter(
            user_id=request.user.pk, type=Authenticator.Type.TOTP
        ).exists():
            return None
        return HttpResponseRedirect(reverse("mfa_activate_totp"))
