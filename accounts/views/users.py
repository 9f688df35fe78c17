"""Staff accounts."""

from collections.abc import Callable
from uuid import UUID

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, can, needs
from accounts.actions import users as actions
from accounts.filters import UserFilter
from accounts.forms.users import InviteForm
from accounts.freshness import fresh_login_required
from accounts.mails import send_password_link
from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from pages.lists import list_page
from pages.refusals import ActionRefused


@needs(Permission.USER_READ)
def user_list(request: StaffRequest) -> HttpResponse:
    """Everybody with their roles of today."""
    grants = Grant.objects.in_force(request.user.today()).select_related("office", "team")
    rows = (
        User.objects.visible_to(request.user)
        .select_related("office")
        .prefetch_related(Prefetch("grants", grants, to_attr="grants_shown"))
    )
    return list_page(
        request,
        rows,
        filterset=UserFilter,
        template="accounts/users.html",
        list_title=_("Users"),
        may_change=can(request.user, Permission.USER_CHANGE),
    )


@needs(Permission.USER_READ)
def user(request: StaffRequest, pk: UUID) -> HttpResponse:
    """One account: roles now, before and waiting, and what may be done."""
    person = get_object_or_404(
        User.objects.visible_to(request.user).select_related("office"), pk=pk
    )
    grants = [
        {"grant": grant, "role": ROLES[grant.role]}
        for grant in Grant.objects.visible_to(request.user)
        .filter(user=person)
        .select_related("office", "team", "granted_by", "approved_by")
    ]
    return render(
        request,
        "accounts/user.html",
        {
            "person": person,
            "grants": grants,
            "today": request.user.today(),
            "may_change": can(request.user, Permission.USER_CHANGE, about=person),
            "may_grant": can(request.user, Permission.GRANT_CHANGE) and person != request.user,
        },
    )


def _tell_about_link(request: StaffRequest, *, was_sent: bool) -> None:
    if was_sent:
        messages.success(request, _("A link to set the password is on its way by mail."))
    else:
        messages.error(request, _("The mail could not be sent. Send the link again later."))


@needs(Permission.USER_CHANGE)
@fresh_login_required
def invite(request: StaffRequest) -> HttpResponse:
    """Makes the account and mails a link; the roles come next."""
    form = InviteForm(request.POST or None, initial={"office": request.user.office_id})
    if form.is_valid() and form.does(actions.invite_user, by=request.user):
        was_sent = send_password_link(request, form.result, template="account/email/invitation")
        _tell_about_link(request, was_sent=was_sent)
        return redirect("user", pk=form.result.pk)
    return render(request, "accounts/invite.html", {"form": form})


def _change(
    request: StaffRequest, pk: UUID, action: Callable[..., User], done: str
) -> tuple[User, bool]:
    person = get_object_or_404(User.objects.visible_to(request.user, Permission.USER_CHANGE), pk=pk)
    try:
        action(person, by=request.user)
    except ActionRefused as refusal:
        messages.error(request, str(refusal))
        return person, False
    messages.success(request, done)
    return person, True


@needs(Permission.USER_CHANGE)
@require_POST
@fresh_login_required
def disable(request: StaffRequest, pk: UUID) -> HttpResponse:
    _change(request, pk, actions.disable_user, _("The account is disabled."))
    return redirect("user", pk=pk)


@needs(Permission.USER_CHANGE)
@require_POST
@fresh_login_required
def enable(request: StaffRequest, pk: UUID) -> HttpResponse:
    _change(request, pk, actions.enable_user, _("The account may log in again."))
    return redirect("user", pk=pk)


@needs(Permission.USER_CHANGE)
@require_POST
@fresh_login_required
def reset_password(request: StaffRequest, pk: UUID) -> HttpResponse:
    person, is_done = _change(
        request, pk, actions.reset_password, _("The old password no longer works.")
    )
    if is_done:
        person.refresh_from_db()
        was_sent = send_password_link(request, person, template="account/email/password_reset_key")
        _tell_about_link(request, was_sent=was_sent)
    return redirect("user", pk=pk)


@needs(Permission.USER_CHANGE)
@require_POST
@fresh_login_required
def reset_second_factor(request: StaffRequest, pk: UUID) -> HttpResponse:
    _change(request, pk, actions.reset_second_factor, _("A new second factor is set up at log-in."))
    return redirect("user", pk=pk)
