"""Giving, approving, refusing and ending roles.

Nobody gives a role to themself. A role that shows personal data takes effect only after a supervisor of its office approves
it, who is neither its giver nor its receiver. So an administrator alone can never open a file, not even through a second
account. The one exception is the first supervisor of an office that never had one: the office has no files yet.
"""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Grant, Office, Team, User
from accounts.models.grant import WhyRefused
from accounts.permissions import Permission
from accounts.roles import ROLES, HeldAt, Role
from pages.dates import short_date
from pages.refusals import ActionRefused


class GrantRefused(ActionRefused):
    """A role cannot be given, approved, refused or ended in this way; the sentence says why."""


def _needs_approval(role: Role, office: Office) -> bool:
    if not ROLES[role].sees_people:
        return False
    is_first = not Grant.objects.filter(office=office, role=Role.SUPERVISOR).exists()
    return not (role == Role.SUPERVISOR and is_first)


def _check_team(role: Role, office: Office, team: Team | None) -> None:
    if ROLES[role].held_at is HeldAt.TEAM:
        if team is None:
            raise GrantRefused(_("This role belongs to a team. Choose one."), field="team")
        if team.office_id != office.pk:
            raise GrantRefused(_("This team belongs to another office."), field="team")
    elif team is not None:
        raise GrantRefused(_("This role belongs to an office, not to a team."), field="team")


@transaction.atomic
def give_role(
    user: User,
    *,
    role: Role,
    office: Office,
    by: User,
    starts_on: datetime.date,
    team: Team | None = None,
    ends_on: datetime.date | None = None,
) -> Grant:
    """Gives a role from `starts_on`; `ends_on` is the first day on which it no longer holds.

    `is_waiting()` of the returned grant says whether it must be approved first.
    """
    office = Office.objects.lock(office)
    require(by, Permission.GRANT_CHANGE)
    role = Role(role)
    if user == by:
        raise GrantRefused(_("Nobody gives a role to themself. Ask another administrator."))
    _check_team(role, office, team)
    if ROLES[role].must_end and ends_on is None:
        raise GrantRefused(_("This role is given until a day only."), field="ends_on")
    if ends_on is not None and ends_on <= starts_on:
        raise GrantRefused(_("The role ends before it starts."), field="ends_on")
    grant = Grant(
        user=user,
        role=role,
        office=office,
        team=team,
        starts_on=starts_on,
        ends_on=ends_on,
        granted_by=by,
        needs_approval=_needs_approval(role, office),
    )
    if repeated := Grant.objects.repeated_by(grant).first():
        words = {"name": user.full_name, "day": short_date(repeated.starts_on)}
        waits = _("This role of %(name)s from %(day)s on waits for a supervisor already.")
        holds = _("%(name)s has this role here already, from %(day)s on.")
        raise GrantRefused((waits if repeated.is_waiting() else holds) % words, field="role")
    details = {"user": str(user.pk), "role": role.value, "waits": grant.is_waiting()}
    return add_and_record(grant, "grant.given", by=by, details=details)


def reason_not_waiting(grant: Grant) -> str:
    """A sentence that says why the role is not waiting for approval; empty if it is."""
    if grant.approved_by:
        return _("%(name)s approved this role before.") % {"name": grant.approved_by.full_name}
    if grant.refused_by:
        return _("%(name)s refused this role before.") % {"name": grant.refused_by.full_name}
    return "" if grant.is_waiting() else _("This role does not wait for approval.")


def _locked_waiting_grant(grant: Grant, by: User, message_if_involved: str) -> Grant:
    """Returns the locked grant.

    Raises GrantRefused if it is not waiting, or if `by` gave it or would receive it; NotAllowed without the permission.
    """
    grant = lock_for(grant, Permission.GRANT_APPROVE, by=by)
    if reason := reason_not_waiting(grant):
        raise GrantRefused(reason)
    if by.pk in {grant.user_id, grant.granted_by_id}:
        raise GrantRefused(message_if_involved)
    return grant


@transaction.atomic
def approve_grant(grant: Grant, *, by: User) -> Grant:
    """Approves the role: it takes effect at once, or on `starts_on` if that is later."""
    grant = _locked_waiting_grant(
        grant, by, _("A role is approved by somebody who neither gave nor holds it.")
    )
    grant.approved_by, grant.approved_at = by, timezone.now()
    details = {"role": grant.role}
    return save_and_record(
        grant, "approved_by", "approved_at", verb="grant.approved", by=by, details=details
    )


@transaction.atomic
def refuse_grant(grant: Grant, *, because: str, by: User) -> Grant:
    """Refuses the role for the reason `because` (a WhyRefused). The colleague who gave it gets a notice."""
    grant = _locked_waiting_grant(
        grant, by, _("A role is refused by somebody who neither gave nor holds it.")
    )
    grant.refused_by, grant.refused_at = by, timezone.now()
    grant.refused_because = WhyRefused(because)
    details = {"role": grant.role, "because": grant.refused_because}
    fields = ("refused_by", "refused_at", "refused_because")
    return save_and_record(grant, *fields, verb="grant.refused", by=by, details=details)


@transaction.atomic
def end_grant(grant: Grant, *, on: datetime.date, by: User) -> Grant:
    """Ends the role; `on` is the first day without it. Takes effect at the person's next request."""
    grant = lock_for(grant, Permission.GRANT_CHANGE, by=by)
    if grant.user_id == by.pk:
        raise GrantRefused(_("Nobody ends an own role. Ask another administrator."))
    if grant.is_over(on):
        raise GrantRefused(_("This role has ended already."))
    grant.ends_on = max(on, grant.starts_on)
    details = {"role": grant.role, "on": str(on)}
    return save_and_record(grant, "ends_on", verb="grant.ended", by=by, details=details)
