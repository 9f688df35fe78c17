"""Rate limits for log-in: guessing is slow, and nobody can lock the owner out.

Each browser that logged in to the account before has its own counter. Unknown browsers are counted by IP address, by account
and address, and all together by account. A new password resets every counter of an account.
"""

import math
import time

from allauth.core.internal import ratelimit
from django.core.cache import cache
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.audit import record_about_account
from accounts.devices import browser_token
from accounts.models import User

APP = "allauth.account"
# Names of rates in ACCOUNT_RATE_LIMITS: a known browser, an unknown one by its address, and all unknown ones.
KNOWN, STRANGER, EVERY_STRANGER = "login_failed_known", "login_failed", "login_failed_everywhere"
# From this many failures of unknown browsers a day on, an audit event tells administrators.
ALARM_AT = 50


class LoginAttempt:
    """One attempt to log in, and the counters to which it was added. A successful attempt is subtracted again."""

    def __init__(self, request: HttpRequest, email: str, address: str) -> None:
        self._request = request
        self._spent: list[ratelimit.RateLimitUsage] = []
        self._email = email.lower()
        self._user = User.objects.filter(email__iexact=email).first()
        if token := browser_token(request, email):
            self._counters = {KNOWN: f"{self._account} {token}"}
        else:
            self._counters = {
                STRANGER: f"{self._account} {address}",
                EVERY_STRANGER: self._account,
            }

    @property
    def _account(self) -> str:
        """The cache key of the account. It has the password's hash, so that a new password starts with empty counters."""
        return f"{self._email} {self._user.password if self._user else ''}"

    def count(self) -> None:
        """Adds the attempt to its counters. Raises ValidationError with the waiting time if one is full."""
        for action, key in self._counters.items():
            spent = ratelimit.consume(self._request, app=APP, action=action, key=key)
            if spent is None:
                raise _refusal(action, self._seconds_to_wait(action, key))
            self._spent.append(spent)
        if EVERY_STRANGER in self._counters:
            self._alarm()

    def uncount(self) -> None:
        for spent in self._spent:
            spent.rollback()

    def _seconds_to_wait(self, action: str, key: str) -> float:
        now, longest = time.time(), 0.0
        for rate in ratelimit.get_rates(app=APP, action=action):
            tries = self._counted_times(action, key, rate)
            if len(tries) >= rate.amount:
                longest = max(longest, tries[rate.amount - 1] + rate.duration - now)
        return longest

    def _counted_times(self, action: str, key: str, rate: ratelimit.Rate) -> list[float]:
        """The Unix times of the counted attempts, the newest first."""
        place = ratelimit.get_cache_key(self._request, app=APP, action=action, rate=rate, key=key)
        tries: list[float] = cache.get(place, [])
        return tries

    def _alarm(self) -> None:
        """Records at most once a day that unknown browsers failed ALARM_AT times."""
        key = self._account
        (rate,) = ratelimit.get_rates(app=APP, action=EVERY_STRANGER)
        if self._user is None or len(self._counted_times(EVERY_STRANGER, key, rate)) < ALARM_AT:
            return
        if cache.add(f"accounts:guessed:{self._user.pk}", True, rate.duration):
            record_about_account("account.guessed_at", self._user, details={"tries": ALARM_AT})


def _refusal(action: str, seconds: float) -> ValidationError:
    wait = {"wait": waiting_time_in_words(seconds)}
    if action == EVERY_STRANGER:
        sentence = _(
            "Browsers that this account does not know made too many attempts. Log in where you logged in"
            " before, choose a new password by mail, or wait %(wait)s."
        )
    else:
        sentence = _("Too many attempts. Please wait %(wait)s and try again.")
    return ValidationError(sentence % wait, code="too_many_login_attempts")


def waiting_time_in_words(seconds: float) -> str:
    """The waiting time, rounded up to minutes, or from two hours on to hours."""
    minutes = max(1, math.ceil(seconds / 60))
    if minutes < 120:
        return ngettext("%(n)d minute", "%(n)d minutes", minutes) % {"n": minutes}
    hours = math.ceil(minutes / 60)
    return ngettext("%(n)d hour", "%(n)d hours", hours) % {"n": hours}
