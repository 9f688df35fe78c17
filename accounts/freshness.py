"""Requires a recent password or second factor for exports, grants and other actions that cannot be undone."""

import time
from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.authentication import get_authentication_records
from allauth.core.exceptions import ReauthenticationRequired
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase

PROOFS = {"password", "mfa"}


def is_fresh(request: HttpRequest) -> bool:
    """Whether the user entered a password or a second factor in this session within the last five minutes."""
    records = get_authentication_records(request, request.user)
    proofs = [record["at"] for record in records if record.get("method") in PROOFS]
    return bool(proofs) and time.time() - max(proofs) < settings.ACCOUNT_REAUTHENTICATION_TIMEOUT


def fresh_login_required(
    view: Callable[..., HttpResponseBase],
) -> Callable[..., HttpResponseBase]:
    """Decorator for a view: asks for the password if the session is not fresh, then continues with the same request.

    Place it below `@permission_required(...)`: users without the permission must not learn that the page exists.
    """

    @wraps(view)
    def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not is_fresh(request):
            raise ReauthenticationRequired
        return view(request, *args, **kwargs)

    return guarded
