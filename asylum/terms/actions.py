"""Extending terms, and saying who looks after them."""

import datetime

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.access import can, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.models import LegalDeadline
from asylum.terms.models import TermExtension
from pages.refusals import ActionRefused


def _locked(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    return row


def _running(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    row = _locked(deadline, by=by)
    if row.ended_on is not None:
        raise ActionRefused(_("This term has ended already."))
    return row


@transaction.atomic
def extend_deadline(
    deadline: LegalDeadline,
    *,
    is_on: datetime.date,
    granted_on: datetime.date,
    paper: str,
    by: User,
) -> TermExtension:
    """The authority gave until `is_on`, by that paper. The day before stays on file."""
    row = _running(deadline, by=by)
    refuse_future(granted_on, by=by, field="granted_on")
    if is_on <= row.due_on:
        raise ActionRefused(_("The new day is not later than the one before."), field="is_on")
    if granted_on < row.starts_on:
        raise ActionRefused(_("The term had not begun on that day."), field="granted_on")
    if not paper.strip():
        raise ActionRefused(_("Name the paper that says so."), field="paper")
    extension = TermExtension.objects.create(
        key_id=row.application.key_id,
        deadline=row,
        was_on=row.due_on,
        is_on=is_on,
        granted_on=granted_on,
        paper=paper.strip(),
        recorded_by=by,
    )
    row.due_on = is_on
    row.save(update_fields=["due_on"])
    details = {"kind": row.kind, "until": is_on.isoformat()}
    record("deadline.extended", by=by, about=row, case=row.application.case, details=details)
    return extension


@transaction.atomic
def retract_extension(extension: TermExtension, *, reason: str, by: User) -> TermExtension:
    """It was recorded by mistake: the term has the day again that it had before. The newest goes first."""
    row = _locked(extension.deadline, by=by)
    found: TermExtension = TermExtension.objects.select_for_update().get(pk=extension.pk)
    if found.mistaken_on:
        raise ActionRefused(_("This was taken back already."))
    if row.extensions.standing().filter(recorded_at__gt=found.recorded_at).exists():
        raise ActionRefused(_("There is a newer extension: take that one back first."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    found.mistaken_on, found.mistaken_because = by.today(), reason.strip()
    found.save(update_fields=["mistaken_on", "mistaken_because"])
    row.due_on = found.was_on
    row.save(update_fields=["due_on"])
    details = {"kind": row.kind}
    record("extension.retracted", by=by, about=row, case=row.application.case, details=details)
    return found


@transaction.atomic
def assign_deadline(
    deadline: LegalDeadline, *, owner: User, deputy: User | None, by: User
) -> LegalDeadline:
    """Says who looks after a term, and who does while that colleague is away."""
    row = _running(deadline, by=by)
    if owner == deputy:
        raise ActionRefused(_("Choose two different people."), field="deputy")
    for field, user in (("owner", owner), ("deputy", deputy)):
        if user and not can(user, Permission.APPLICATION_CHANGE, about=row):
            raise ActionRefused(_("This person does not see the case."), field=field)
    row.owner, row.deputy = owner, deputy
    row.save(update_fields=["owner", "deputy"])
    details = {"owner": str(owner.pk), "deputy": str(deputy.pk) if deputy else ""}
    record("deadline.assigned", by=by, about=row, case=row.application.case, details=details)
    return row


@transaction.atomic
def hand_over_deadlines(*, leaving: User, taking: User, by: User) -> int:
    """Gives the running terms of one colleague, as owner or as deputy, to another; returns how many went.

    Only those that `by` may change and `taking` sees. Where `taking` stood in, nobody does until somebody is named.
    """
    if leaving == taking:
        raise ActionRefused(_("Choose two different people."), field="taking")
    rows = LegalDeadline.objects.visible_to(by, Permission.APPLICATION_CHANGE).running()
    held = rows.filter(Q(owner=leaving) | Q(deputy=leaving)).values("pk")
    went = 0
    for row in LegalDeadline.objects.select_for_update().filter(pk__in=held).order_by("pk"):
        if not can(taking, Permission.APPLICATION_CHANGE, about=row):
            continue
        owner, deputy = (
            taking.pk if each == leaving.pk else each for each in (row.owner_id, row.deputy_id)
        )
        row.owner_id, row.deputy_id = owner, None if deputy == owner else deputy
        row.save(update_fields=["owner", "deputy"])
        details = {"owner": str(row.owner_id or ""), "deputy": str(row.deputy_id or "")}
        record("deadline.assigned", by=by, about=row, case=row.application.case, details=details)
        went += 1
    if not went:
        raise ActionRefused(
            _("%(name)s looks after no running term that the other one sees.")
            % {"name": leaving.full_name},
            field="leaving",
        )
    return went
