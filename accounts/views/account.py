"""Views of the own account."""

import datetime

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST
from knox.models import AuthToken

from accounts.access import StaffRequest, permission_required, public
from accounts.actions import tokens, users
from accounts.forms.account import LanguageForm, ShortcutsForm, TitleForm
from accounts.models import Grant, StandIn
from accounts.permissions import Permission
from accounts.roles import ROLES
from accounts.sessions import stored_key
from accounts.views.second_factor import has_second_factor

own = permission_required(Permission.ACCOUNT_CHANGE)


@own
def account(request: StaffRequest) -> HttpResponse:
    """The page of the own account: settings, open sessions, tokens and roles."""
    user = request.user
    grants = [
        {"grant": grant, "role": ROLES[grant.role], "approvers": _approvers(grant, user.today())}
        for grant in user.grants.select_related("office", "team").order_by("-starts_on")
        if not grant.is_over(user.today())
    ]
    return render(
        request,
        "accounts/account.html",
        {
            "keys_form": ShortcutsForm(initial={"has_no_letter_keys": user.has_no_letter_keys}),
            "title_form": TitleForm(initial={"title": user.title}),
            "language_form": LanguageForm(initial={"language": user.language}),
            "grants": grants,
            "stand_ins": StandIn.objects.visible_to(user).ahead(user.today()),
            "sessions": user.sessions.filter(expire_date__gt=timezone.now()),
            "this_session": stored_key(request.session.session_key or ""),
            "tokens": AuthToken.objects.filter(user=user).count(),
            "has_second_factor": has_second_factor(user),
        },
    )


def _approvers(grant: Grant, today: datetime.date) -> list[str]:
    """Names of the users who may approve a waiting role: supervisors of its office who neither gave nor receive it."""
    if not grant.is_waiting():
        return []
    roles = [role for role in ROLES if Permission.GRANT_APPROVE in ROLES[role].permissions]
    grants = Grant.objects.in_force(today).filter(
        role__in=roles, office=grant.office, user__is_active=True
    )
    grants_of_others = grants.exclude(user__in=[grant.user_id, grant.granted_by_id]).select_related(
        "user"
    )
    return sorted({each.user.full_name for each in grants_of_others})


@public
@require_POST
def change_language(request: HttpRequest) -> HttpResponse:
    """Saves the language in the account, or in a cookie without log-in."""
    form = LanguageForm(request.POST)
    target = request.POST.get("next", "")
    if not url_has_allowed_host_and_scheme(target, {request.get_host()}, request.is_secure()):
        target = reverse("account") if request.user.is_authenticated else reverse("account_login")
    response = HttpResponseRedirect(target)
    if not form.is_valid():
        return response
    if request.user.is_authenticated:
        form.does(users.change_language, request.user, by=request.user)
    response.set_cookie(
        settings.LANGUAGE_COOKIE_NAME,
        form.cleaned_data["language"],
        secure=settings.SESSION_COOKIE_SECURE,
        httponly=True,
        samesite="Lax",
    )
    return response


@own
@require_POST
def change_shortcuts(request: StaffRequest) -> HttpResponse:
    """Saves whether single-key shortcuts work."""
    form = ShortcutsForm(request.POST)
    if form.is_valid() and form.does(users.change_shortcuts, request.user, by=request.user):
        is_off = form.cleaned_data["has_no_letter_keys"]
        sentence = _("Keys of one sign alone do nothing now.") if is_off else _("All keys act now.")
        messages.success(request, sentence)
    return redirect("account")


@own
@require_POST
def change_title(request: StaffRequest) -> HttpResponse:
    """Saves the title that letters print below the signature."""
    form = TitleForm(request.POST)
    if form.is_valid() and form.does(users.change_title, request.user, by=request.user):
        messages.success(request, _("The change is saved."))
    return redirect("account")


@own
@require_POST
def end_other_sessions(request: StaffRequest) -> HttpResponse:
    """Logs the account out everywhere else."""
    tokens.end_other_sessions(
        request.user, keep=stored_key(request.session.session_key or ""), by=request.user
    )
    messages.success(request, _("You are logged out everywhere else."))
    return redirect("account")
