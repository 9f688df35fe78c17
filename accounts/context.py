"""Context processor for the session's time-out."""

from django.conf import settings
from django.http import HttpRequest
from django.utils import timezone

from accounts.sessions import SessionStore


def session_times(request: HttpRequest) -> dict[str, int]:
    """Seconds until the session ends: without activity, and at the latest. Empty without log-in."""
    user = getattr(request, "user", None)
    if not user or not user.is_authenticated or not isinstance(request.session, SessionStore):
        return {}
    seconds_left = int((request.session.ends_at() - timezone.now()).total_seconds())
    return {
        "session_idle_seconds": min(settings.SESSION_COOKIE_AGE, seconds_left),
        "session_longest_seconds": seconds_left,
    }
