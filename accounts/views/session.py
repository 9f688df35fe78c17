"""Extending the session, the quick exit, and forms with an expired CSRF token."""

from django.contrib.auth import logout
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required, public
from accounts.audit import record
from accounts.middleware import TOUCHED_AT
from accounts.models import User
from accounts.permissions import Permission
from pages.form_owner import form_owner_of
from pages.resubmission import submission_of


@permission_required(Permission.ACCOUNT_CHANGE)
@require_POST
def extend(request: StaffRequest) -> HttpResponse:
    """Restarts the idle time; the time-out warning calls it. Returns an empty response."""
    request.session[TOUCHED_AT] = 0
    return HttpResponse(status=204)


@public
@csrf_exempt  # A log-out forced by another site harms nobody; a quick exit refused for an old token does.
def quick_exit(request: HttpRequest) -> HttpResponse:
    """Logs out, tells the browser to delete the site's data, and shows a page that does not name Amparo."""
    if request.method == "POST" and isinstance(request.user, User):
        record("account.quick_exit", by=request.user, about=request.user)
        logout(request)
    response = render(request, "accounts/quick_exit.html")
    response["Clear-Site-Data"] = '"cache", "cookies", "storage"'
    response["Cache-Control"] = "no-store"
    return response


def form_expired(request: HttpRequest, reason: str = "") -> HttpResponse:
    """The answer to a form with an expired CSRF token: nothing is saved, and its sender gets the typed text back.

    Without log-in it redirects to the log-in. The middleware shows the text afterwards, as when a session ended.
    """
    owner = form_owner_of(request)
    if owner and not request.user.is_authenticated:
        return redirect_to_login(request.get_full_path())
    words = submission_of(request).text_to_copy if owner and owner == str(request.user.pk) else ""
    return render(request, "403_csrf.html", {"words": words}, status=403)
