"""Keeping a session open, and leaving in a hurry."""

from django.contrib.auth import logout
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, needs, public
from accounts.audit import record
from accounts.middleware import TOUCHED_AT
from accounts.models import User
from accounts.permissions import Permission


@needs(Permission.ACCOUNT_CHANGE)
@require_POST
def extend(request: StaffRequest) -> HttpResponse:
    """Called when somebody answers the time-out warning. The answer is empty; the idle time starts anew."""
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
