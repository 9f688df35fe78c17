"""Actions on due dates: postponing a date, settling it, handing it to a colleague, and undoing each of these."""

import datetime
import uuid
from typing import Any

from django.db import transaction
from django.db.models import Case as Conditional
from django.db.models import When
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _

from accounts.access import can, lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from asylum.procedure.models.deadline import LegalDeadline
from asylum.terms.actions import assign_deadline
from casework.register.models.case import Case
from casework.register.querysets.teams import staff_of
from casework.tasks.actions import assign_task
from casework.tasks.models import CaseTask
from pages.context import address
from pages.dates import short_date
from pages.order import ByName
from pages.refusals import ActionRefused
from worklist.decisions.hand_overs import withdrawn_hand_overs
from worklist.due.assignees import assignees_of
from worklist.due.choices import DateOutcome, DecisionKind, PostponeReason
from worklist.due.models import DueDecision
from worklist.due.rows import Due, due
from worklist.notices.models import Notice
from worklist.sources.kinds import (
    DATE_HANDED,
    NEVER_HIDDEN,
    TASK_DUE,
    TERMS_OF_LAW,
    WITHOUT_AN_ACT,
)
from worklist.sources.lookups import source_of

LONGEST_POSTPONEMENT = datetime.timedelta(days=30)


@transaction.atomic
def postpone_date(row: Due, *, until: datetime.date, reason: str, by: User) -> DueDecision:
    """Takes the date out of the list; it is in the list again from the day `until` on.

    `until` is at most 30 days away. A date of the kinds in NEVER_HIDDEN, an appointment and any other event cannot be
    postponed to after its day. Raises ActionRefused.
    """
    today = by.today()
    if row.kind in NEVER_HIDDEN and row.on < today:
        raise ActionRefused(
            _("Its last day is over, so it cannot be postponed: settle it or see to it now."),
            field="until",
        )
    if until <= today:
        raise ActionRefused(_("Choose a day after today."), field="until")
    if until > today + LONGEST_POSTPONEMENT:
        raise ActionRefused(_("It can wait for 30 days at most."), field="until")
    if row.kind in NEVER_HIDDEN and row.on < until:
        raise ActionRefused(_("A term of law cannot wait until after its last day."), field="until")
    _refuse_hiding_an_event(row, until, by=by)
    decided = _decide(
        row, DecisionKind.POSTPONED, by=by, until=until, reason=PostponeReason(reason)
    )
    record("due.postponed", by=by, about=decided, details={"until": until.isoformat()})
    return decided


def _refuse_hiding_an_event(row: Due, until: datetime.date, *, by: User) -> None:
    """Refuses a postponement that hides an event on its day. An event that is over may be hidden."""
    source = source_of(row.kind)
    day = source.day_of_what_happens(row.about_id) if source else None
    if source is None or day is None or not by.today() <= day < until:
        return
    way = source.another_day
    may_move = way is not None and by.holds(way.permission)
    raise ActionRefused(
        _("It is on %(day)s already: postponing does not move it, and it would be hidden that day.")
        % {"day": short_date(day)},
        field="until",
        look_at=address(way.page, row.about_id) if way and may_move else "",
        to_do=way.label if way else "",
    )


@transaction.atomic
def settle_date(row: Due, *, outcome: str, by: User) -> DueDecision:
    """Records that a date is settled which no page of its own settles. Raises ActionRefused for other kinds."""
    if row.kind not in WITHOUT_AN_ACT:
        raise ActionRefused(_("This is settled on its own page."), field="outcome")
    decided = _decide(row, DecisionKind.DONE, by=by, outcome=DateOutcome(outcome))
    record("due.settled", by=by, about=decided, details={"outcome": decided.outcome})
    return decided


@transaction.atomic
def hand_over_date(row: Due, *, to: User, by: User) -> DueDecision:
    """Hands the date to a colleague who sees the case, and who gets a notice; `to` may be `by`.

    A task gets a new holder. A term of law gets a new owner, if `by` may assign it. Raises ActionRefused if `to` may not
    see to the date.
    """
    if not possible_assignees(row, by).filter(pk=to.pk).exists():
        raise ActionRefused(_("This person cannot see to it."), field="to")
    held_by = None
    if row.kind == TASK_DUE:
        task = lock_for(CaseTask.objects.get(pk=row.about_id), Permission.TASK_CHANGE, by=by)
        held_by = task.assigned_to
        assign_task(task, to=to, by=by)
    elif term := _term_to_assign(row.kind, row.about_id, by):
        held_by = term.owner
        _assign(term, to=to, by=by)
    decided = _decide(row, DecisionKind.HANDED, by=by, to=to, taken_from=held_by)
    record("due.handed_over", by=by, about=decided, details={"to": str(to.pk)})
    return decided


@transaction.atomic
def undo_decision(decision: DueDecision, *, by: User) -> DueDecision:
    """Undoes the decision, and gives a task or term that was handed over back to its previous holder.

    The previous holder gets it back only if it is open, if the colleague still holds it, and if the previous holder may
    still change it. Raises ActionRefused if the decision is undone already.
    """
    require(by, Permission.TASK_READ, about=decision)
    decision = DueDecision.objects.select_for_update().get(pk=decision.pk)
    if decision.undone_at:
        raise ActionRefused(_("This was taken back already."))
    decision.undone_by = by
    decision.undone_at = Now()
    decision.save(update_fields=["undone_at", "undone_by"])
    if decision.taken_from:
        _give_back(decision, decision.taken_from, by=by)
    _withdraw_notices([decision.pk])
    record("due.undone", by=by, about=decision)
    return decision


def _term_to_assign(kind: str, about_id: str, by: User) -> LegalDeadline | None:
    """The running term of law of this key, if `by` may assign it; else None."""
    if kind not in TERMS_OF_LAW:
        return None
    term = LegalDeadline.objects.running().filter(pk=about_id).first()
    return term if term and can(by, Permission.APPLICATION_CHANGE, about=term) else None


def _assign(term: LegalDeadline, *, to: User, by: User) -> None:
    deputy = None if term.deputy == to else term.deputy
    assign_deadline(term, owner=to, deputy=deputy, by=by)


def _give_back(decision: DueDecision, holder: User, *, by: User) -> None:
    """Gives the task or the term of law of this decision back to `holder`, under the conditions of `undo_decision`."""
    if decision.kind in TERMS_OF_LAW:
        term = _term_to_assign(decision.kind, decision.about_id, by)
        is_theirs = term is not None and term.owner_id == decision.to_id
        if term and is_theirs and can(holder, Permission.APPLICATION_CHANGE, about=term):
            _assign(term, to=holder, by=by)
        return
    task = CaseTask.objects.select_related("case").get(pk=decision.about_id)
    while newer := CaseTask.objects.select_related("case").filter(previous=task).first():
        task = newer
    is_theirs = task.is_open and task.assigned_to_id == decision.to_id
    if is_theirs and can(holder, Permission.TASK_CHANGE, about=task.case):
        assign_task(task, to=holder, by=by)


def _withdraw_notices(decisions: list[uuid.UUID]) -> None:
    """Marks unread notices about these hand-overs as read, if the colleague no longer holds the date.

    Colleagues who have read their notice get another one (`worklist.decisions.slots`)."""
    withdrawn = withdrawn_hand_overs(DueDecision.objects.filter(pk__in=decisions))
    about = [str(key) for key in withdrawn.values_list("pk", flat=True)]
    notices = Notice.objects.filter(kind=DATE_HANDED, about_id__in=about)
    notices.unread().update(read_at=Now())


def possible_assignees(row: Due, by: User) -> Any:
    """The users to whom `by` can hand the date: those who see the case with the permission of the row.

    For a term of law these are the users who can change applications. `by` comes first, and is left out as the assignee.
    """
    if row.case_id is None:
        return User.objects.none()
    case = Case.objects.get(pk=row.case_id)
    is_term = row.kind in TERMS_OF_LAW
    permission = Permission.APPLICATION_CHANGE if is_term else Permission(row.permission)
    staff = staff_of(case, permission, by.today())
    [holder] = assignees_of([row], by.today())
    if holder and holder[0] == by.pk:
        return staff.exclude(pk=by.pk)
    return staff.order_by(Conditional(When(pk=by.pk, then=0), default=1), ByName("full_name"))


def _decide(row: Due, what: str, *, by: User, **details: Any) -> DueDecision:
    """Records the decision; it replaces an older one of the same kind about the same date.

    Raises ActionRefused if the date is not open for `by`."""
    require(by, Permission.TASK_READ)
    if not due(by, today=by.today(), kinds=[row.kind], about_id=row.about_id)[:1]:
        raise ActionRefused(_("This date is not among those you work with, or is settled."))
    standing = DueDecision.objects.filter(
        kind=row.kind, about_id=row.about_id, due_on=row.on, what=what, undone_at=None
    )
    replaced = list(standing.values_list("pk", flat=True))
    standing.update(undone_at=Now(), undone_by=by)
    decided = DueDecision.objects.create(
        kind=row.kind,
        about_type=row.about_type,
        about_id=row.about_id,
        due_on=row.on,
        case_id=row.case_id,
        office_id=row.office_id,
        what=what,
        by=by,
        **details,
    )
    _withdraw_notices(replaced)
    return decided
