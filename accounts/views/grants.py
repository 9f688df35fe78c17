"""Views that give, approve, refuse and end roles."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.actions import grants as actions
from accounts.forms.grants import EndGrantForm, GiveRoleForm, RefuseGrantForm
from accounts.freshness import fresh_login_required
from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES, Role
from pages.answers import form_response, pressed, sent


@permission_required(Permission.GRANT_CHANGE)
@fresh_login_required
def give(request: StaffRequest, pk: UUID) -> HttpResponse:
    """Gives a role to the user with this key."""
    person = get_visible_or_404(request, User, pk, Permission.GRANT_CHANGE)
    form = GiveRoleForm(
        request.POST or None,
        initial={"office": person.office_id, "starts_on": request.user.today()},
    )
    if form.is_valid() and form.does(actions.give_role, person, by=request.user):
        if form.result.is_waiting():
            messages.warning(
                request, _("The role counts once a supervisor of the office approves it.")
            )
        else:
            messages.success(request, _("The role is given."))
        return redirect("user", pk=person.pk)
    return render(
        request,
        "accounts/grant_give.html",
        {"form": form, "person": person, "roles": ROLES.values()},
    )


@permission_required(Permission.GRANT_CHANGE)
@fresh_login_required
def end(request: StaffRequest, pk: UUID) -> HttpResponse:
    grant = get_visible_or_404(
        request, Grant, pk, Permission.GRANT_CHANGE, "user", "office", "team"
    )
    return form_response(
        request,
        EndGrantForm(request.POST or None, initial={"on": request.user.today()}),
        actions.end_grant,
        grant,
        done=_("The role ends."),
        back=reverse("user", args=[grant.user_id]),
        template="accounts/grant_end.html",
        grant=grant,
        role=ROLES[Role(grant.role)],
    )


@permission_required(Permission.GRANT_APPROVE)
def waiting(request: StaffRequest) -> HttpResponse:
    """Waiting roles of the offices where the user approves roles, with the other roles and refusals of each user."""
    rows = (
        Grant.objects.visible_to(request.user, Permission.GRANT_APPROVE)
        .waiting()
        .select_related("user", "office", "team", "granted_by")
    )
    roles_by_user: dict[UUID, list[str]] = {}
    current_grants = Grant.objects.in_force(request.user.today()).filter(
        user__in={row.user_id for row in rows}
    )
    for grant in current_grants.select_related("office", "team").order_by("starts_on"):
        place = f"{grant.office} · {grant.team}" if grant.team else grant.office
        roles_by_user.setdefault(grant.user_id, []).append(f"{ROLES[grant.role].title} · {place}")
    refused: dict[tuple[UUID, str], list[Grant]] = {}
    refused_before = Grant.objects.filter(
        user__in={row.user_id for row in rows}, refused_at__isnull=False
    )
    for grant in refused_before.select_related("refused_by").order_by("refused_at"):
        refused.setdefault((grant.user_id, grant.role), []).append(grant)
    grants = [
        {
            "grant": grant,
            "role": ROLES[grant.role],
            "held": roles_by_user.get(grant.user_id),
            "refused": refused.get((grant.user_id, grant.role)),
        }
        for grant in rows
    ]
    return render(request, "accounts/grants_waiting.html", {"grants": grants})


@permission_required(Permission.GRANT_APPROVE)
@require_POST
@fresh_login_required
def approve(request: StaffRequest, pk: UUID) -> HttpResponse:
    grant = get_visible_or_404(request, Grant, pk, Permission.GRANT_APPROVE)
    pressed(request, actions.approve_grant, grant, done=_("The role counts from now on."))
    return redirect("grant-list")


@permission_required(Permission.GRANT_APPROVE)
@fresh_login_required
def refuse(request: StaffRequest, pk: UUID) -> HttpResponse:
    """Refuses a waiting role with a reason."""
    grant = get_visible_or_404(
        request, Grant, pk, Permission.GRANT_APPROVE, "user", "office", "team"
    )
    if request.method == "GET" and (decided := actions.reason_not_waiting(grant)):
        messages.warning(request, decided)
        return redirect("grant-list")
    return form_response(
        request,
        RefuseGrantForm(*sent(request)),
        actions.refuse_grant,
        grant,
        done=_("%(role)s of %(name)s is refused. Whoever gave it is told.")
        % {"role": grant.get_role_display(), "name": grant.user.full_name},
        back=reverse("grant-list"),
        template="accounts/grant_refuse.html",
        grant=grant,
        role=ROLES[Role(grant.role)],
    )
