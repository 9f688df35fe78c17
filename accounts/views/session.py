"""Extending a session, leaving in a hurry, and forms from before the last log-in."""

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, needs, public
from accounts.audit import record
from accounts.middleware import TOUCHED_AT
from accounts.models import User
from accounts.permissions import Permission
from pages.resubmission import submission_of
from pages.whose import form_owner_of


@needs(Permission.ACCOUNT_CHANGE)
@require_POST
def extend(request: StaffRequest) -> HttpResponse:
    """Called from the time-out warning. The response is empty; the idle time restarts."""
    request.session[TOUCHED_AT] = 0
    return HttpResponse(status=204)


@public
@csrf_exempt  # Being logged out by another site harms nobody; being kept in because a token is old does.
def quick_exit(request: HttpRequest) -> HttpResponse:
    """Logs out, tells the browser to forget the site, and shows a page that names nothing."""
    if request.method == "POST" and isinstance(request.user, User):
        record("account.quick_exit", by=request.user, about=request.user)
        logout(request)
    response = render(request, "accounts/quick_exit.html")
    response["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    response["Cache-Control"] = "no-store"
    return response


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form with an expired CSRF token: nothing is saved, and only its sender gets the text back.

    Without log-in it is shown after the log-in, as when a session ended.
    """
    owner = form_owner_of(request)
    if owner and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    words = submission_of(request).words if owner and owner == str(request.user.pk) else ""
    return render(request, "403_csrf.html", {"words": words}, status=403)
