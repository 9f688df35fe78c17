"""Views of the own API tokens."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from knox.models import AuthToken

from accounts.access import StaffRequest, permission_required
from accounts.actions import tokens as actions
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from pages.refusals import ActionRefused

own = permission_required(Permission.ACCOUNT_CHANGE)


@own
def tokens(request: StaffRequest) -> HttpResponse:
    """The list of tokens. Each is named by its first characters."""
    rows = AuthToken.objects.filter(user=request.user).order_by("-created")
    return render(request, "accounts/tokens.html", {"tokens": rows})


@own
@fresh_login_required
def create(request: StaffRequest) -> HttpResponse:
    """Makes a token and shows it once. A GET, as after re-authentication, redirects to the list with the form."""
    if request.method != "POST":
        return redirect("token-list")
    try:
        token = actions.create_token(request.user, by=request.user)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return redirect("token-list")
    return render(request, "accounts/token_created.html", {"token": token})


@own
@require_POST
def revoke(request: StaffRequest, key: str) -> HttpResponse:
    token = get_object_or_404(AuthToken, user=request.user, token_key=key)
    actions.revoke_token(token, by=request.user)
    messages.success(request, _("The token no longer works."))
    return redirect("token-list")
