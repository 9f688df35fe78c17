"""The QR code of a second factor, and a decorator for pages that need one."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.adapter import get_adapter
from allauth.mfa.models import Authenticator
from allauth.mfa.totp.internal.auth import SECRET_SESSION_KEY
from django.http import Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect

from accounts.access import StaffRequest, permission_required
from accounts.models import User
from accounts.permissions import Permission


def has_second_factor(user: User) -> bool:
    answer: bool = Authenticator.objects.filter(user=user, type=Authenticator.Type.TOTP).exists()
    return answer


def needs_second_factor(view: Callable[..., HttpResponseBase]) -> Callable[..., HttpResponseBase]:
    """Decorator for a view: redirects users without a second factor to the page that explains it."""

    @wraps(view)
    def guarded(request: StaffRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not has_second_factor(request.user):
            return redirect("mfa_index")
        return view(request, *args, **kwargs)

    return guarded


@permission_required(Permission.ACCOUNT_CHANGE)
@reauthentication_required(app="allauth.mfa")
def second_factor_image(request: StaffRequest) -> HttpResponse:
    """The QR code of the seed that this session is setting up. It is never stored."""
    secret = request.session.get(SECRET_SESSION_KEY)
    if not secret:
        raise Http404
    url = get_adapter().build_totp_url(request.user, secret)
    return HttpResponse(
        get_adapter().build_totp_svg(url), content_type="image/svg+xml; charset=utf-8"
    )
