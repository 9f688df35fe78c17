"""Adapters that change allauth's defaults."""

import logging
import smtplib
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import logout as end_session
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import override
from knox.models import AuthToken

from accounts.audit import record
from accounts.browsers import browser_words
from accounts.devices import remember_browser
from accounts.freshness import is_fresh
from accounts.models import User
from accounts.sessions import BROWSER, UNSAVED, SessionStore
from accounts.throttles import LoginAttempt
from pages.resubmission import TYPED
from vault.texts import seal_text, unseal_text

SEED_PURPOSE = "second factor"
# The audit verb by the template of allauth's mail about a changed log-in.
VERB_BY_MAIL = {
    "account/email/password_changed": None,  # set_password records it.
    "account/email/password_reset": None,
    "mfa/email/totp_activated": "account.second_factor_set",
    "mfa/email/totp_deactivated": "account.second_factor_ended",
    "mfa/email/recovery_codes_generated": "account.recovery_codes_made",
}

logger = logging.getLogger(__name__)


class AccountAdapter(DefaultAccountAdapter):
    """No sign-up. Unknown and disabled accounts get the same answer as a wrong password. Every log-in is recorded."""

    error_messages = DefaultAccountAdapter.error_messages | {
        "email_password_mismatch": _("The e-mail or the password is not right."),
        "too_many_login_attempts": _("Too many attempts. Please wait five minutes at most."),
        "enter_current_password": _("This is not your current password."),
        "incorrect_password": _("The password is not right."),
        "incorrect_code": _("The code is not right."),
        "rate_limited": _("Too many attempts. Please wait a little and try again."),
        "invalid_password_reset": _("This link was used already or is too old."),
    }

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def pre_authenticate(self, request: HttpRequest, **credentials: Any) -> None:
        """Limits attempts. Failures of unknown browsers never slow down a browser that logged in to the account before."""
        email = str(credentials.get("email", ""))
        self._attempt = LoginAttempt(request, email, self.get_client_ip(request))
        self._attempt.count()

    def authenticate(self, request: HttpRequest, **credentials: Any) -> User | None:
        user: User | None = super().authenticate(request, **credentials)
        if user is None:
            return None
        if not user.is_active:
            self.authentication_failed(request, **credentials)
            return None
        self._attempt.uncount()
        return user

    def authentication_failed(self, request: HttpRequest, **credentials: Any) -> None:
        user = User.objects.filter(email__iexact=credentials.get("email", "")).first()
        record("account.log_in_failed", by=None, about=user)

    def login(self, request: HttpRequest, user: User) -> None:
        super().login(request, user)
        request.session[BROWSER] = browser_words(request.headers.get("User-Agent", ""))
        SessionStore.clear_expired()
        remember_browser(request, user)
        unsaved = request.session.pop(UNSAVED, None)
        if unsaved and unsaved["user"] == str(user.pk):
            request.session[TYPED] = unsaved["typed"]
        record("account.logged_in", by=user, about=user)

    def logout(self, request: HttpRequest) -> None:
        if isinstance(request.user, User):
            record("account.logged_out", by=request.user, about=request.user)
        end_session(request)

    def set_password(self, user: User, password: str) -> None:
        """Sets the password and revokes the user's tokens; other sessions end at their next request."""
        super().set_password(user, password)
        AuthToken.objects.filter(user=user).delete()
        remember_browser(self.request, user)
        record("account.password_changed", by=user, about=user)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Records the change, and mails the owner that something about the log-in changed, without saying what."""
        if verb := VERB_BY_MAIL[template_prefix]:
            record(verb, by=user, about=user)
        try:
            with override(user.language):
                self.send_mail("account/email/log_in_changed", user.email, {})
        except (OSError, smtplib.SMTPException):
            logger.warning("log_in_change_not_mailed")

    def is_reauthentication_required(self, *, app: str, **kwargs: Any) -> bool:
        return not is_fresh(self.request)

    def respond_user_inactive(self, request: HttpRequest, user: User) -> HttpResponse:
        return HttpResponseRedirect(reverse("account_login"))


class SecondFactorAdapter(DefaultMFAAdapter):
    """Encrypts TOTP seeds at rest. The second factor cannot be removed where it is required."""

    error_messages = DefaultMFAAdapter.error_messages | {
        "incorrect_code": _("The code is not right."),
        "cannot_delete_authenticator": _("Amparo requires a second factor here."),
    }

    def get_totp_issuer(self) -> str:
        return "Amparo"

    def encrypt(self, text: str) -> str:
        return seal_text(text, purpose=SEED_PURPOSE)

    def decrypt(self, encrypted_text: str) -> str:
        return unseal_text(encrypted_text, purpose=SEED_PURPOSE)

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        return not settings.MFA_REQUIRED
