"""Ticks off, extends and assigns terms, and hands them over."""

import datetime
from typing import NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import can, require
from accounts.audit import record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.pathways.models import PathwayStage
from asylum.pathways.rules import SETTLED_BY_HAND, STATES_THAT_MEET
from asylum.people.querysets import of_the_dead
from asylum.procedure.counting import recount_terms, set_computed_day
from asylum.procedure.models.application import AsylumApplication
from asylum.procedure.models.deadline import LegalDeadline
from asylum.rule_tasks.actions import add_task_once
from asylum.rule_tasks.choices import RuleTask
from asylum.terms.models import TermExtension, TermPassed
from asylum.terms.querysets import terms_of
from casework.corrections.actions import refuse_late_without_reason
from casework.corrections.steps import MISTAKE, save_correction
from pages.dates import short_date
from pages.refusals import ActionRefused


class Passed(NamedTuple):
    """The result of a handover: how many terms moved (`went`), how many did not (`stayed`), and its key (`together`)."""

    went: int
    stayed: int
    together: UUID


@transaction.atomic
def extend_deadline(
    deadline: LegalDeadline,
    *,
    is_on: datetime.date,
    granted_on: datetime.date,
    paper: str,
    by: User,
) -> TermExtension:
    """Records that the authority extended the term to the day `is_on`, by the paper `paper`; returns the extension.

    Raises ActionRefused for an interview, which a new summons moves, and for a day that is not later than before.
    """
    row = lock_running_term(deadline, by=by)
    if row.is_of_a_summons:
        raise ActionRefused(_("An interview moves by a new summons: record that one."))
    refuse_future(granted_on, by=by, field="granted_on")
    if is_on <= row.due_on:
        raise ActionRefused(
            _(
                "The term ends on %(was)s already, and %(new)s is not later: an extension gives days."
            )
            % {"was": short_date(row.due_on), "new": short_date(is_on)},
            field="is_on",
        )
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
    """Marks the newest extension as a mistake: the term returns to the last day before it.

    A term that was met within the extension stays met and may be late now: then adds one task for the owner.
    """
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=extension.deadline_id)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    extension = TermExtension.objects.select_for_update().get(pk=extension.pk)
    if extension.mistaken_on:
        raise ActionRefused(_("This was taken back already."))
    if row.extensions.standing().filter(recorded_at__gt=extension.recorded_at).exists():
        raise ActionRefused(_("There is a newer extension: take that one back first."))
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    extension.mistaken_on, extension.mistaken_because = by.today(), reason.strip()
    extension.save(update_fields=["mistaken_on", "mistaken_because"])
    set_computed_day(row, row.computed_on)
    row.save(update_fields=["due_on"])
    details = {"kind": row.kind}
    record("extension.retracted", by=by, about=row, case=row.application.case, details=details)
    if row.days_late:
        words = {"what": row.get_kind_display(), "number": "%(number)s"}
        title = _(
            "An extension was taken back, and the act is late now: look at it: %(what)s, %(number)s"
        )
        person = row.application.individual
        add_task_once(person, RuleTask.LATE_NOW, title % words, by=by, assigned_to=row.owner)
    return extension


@transaction.atomic
def assign_deadline(
    deadline: LegalDeadline, *, owner: User, deputy: User | None, by: User
) -> LegalDeadline:
    """Sets who owns a term, and who is deputy while that colleague is away. Both must be able to change the claim."""
    row = lock_running_term(deadline, by=by)
    if owner == deputy:
        raise ActionRefused(_("Choose two different people."), field="deputy")
    for field, user in (("owner", owner), ("deputy", deputy)):
        if user and not can(user, Permission.APPLICATION_CHANGE, about=row):
            raise ActionRefused(_("This person does not see the case."), field=field)
    before = {"was_owner": row.owner, "was_deputy": row.deputy, "on": by.today(), "by": by}
    for taking in (owner, deputy):
        if taking and taking not in (row.owner, row.deputy):
            TermPassed.objects.create(deadline=row, taking=taking, **before)
    _set_owner(row, owner.pk, deputy.pk if deputy else None, by=by)
    return row


@transaction.atomic
def hand_over_deadlines(*, leaving: User, taking: User, by: User) -> Passed:
    """Hands the running terms that `leaving` owns or is deputy of to `taking`, and returns the numbers of terms.

    Moves only terms that `by` and `taking` may change. A term whose deputy becomes its owner has no deputy afterwards.
    Raises ActionRefused if no term moves.
    """
    if leaving == taking:
        raise ActionRefused(_("Choose two different people."), field="taking")
    terms = terms_of(leaving, by=by, taking=taking)
    together = uuid4()
    for term in terms:
        if term.can_be_taken:
            row = LegalDeadline.objects.select_for_update().get(pk=term.pk)
            _hand_over(row, leaving=leaving, taking=taking, by=by, together=together)
    number_moved = sum(term.can_be_taken for term in terms)
    if not number_moved:
        raise ActionRefused(
            _("%(name)s looks after no running term that the other one sees.")
            % {"name": leaving.full_name},
            field="leaving",
        )
    return Passed(number_moved, len(terms) - number_moved, together)


def _hand_over(
    row: LegalDeadline, *, leaving: User, taking: User, by: User, together: UUID
) -> None:
    passed = TermPassed(
        deadline=row, leaving=leaving, taking=taking, on=by.today(), by=by, together=together
    )
    passed.was_owner_id, passed.was_deputy_id = row.owner_id, row.deputy_id
    passed.save()
    _set_owner(row, *passed.went_to, by=by)


def _set_owner(row: LegalDeadline, owner: UUID | None, deputy: UUID | None, *, by: User) -> None:
    row.owner_id, row.deputy_id = owner, deputy
    row.save(update_fields=["owner", "deputy"])
    details = {"owner": str(owner or ""), "deputy": str(deputy or "")}
    record("deadline.assigned", by=by, about=row, case=row.application.case, details=details)


@transaction.atomic
def undo_handover_of_terms(together: UUID, *, by: User) -> Passed:
    """Undoes the handover `together`, for terms that `by` may change; returns the numbers of terms.

    Terms that ended or were reassigned since stay as they are. Raises ActionRefused if no term moves back.
    """
    rows = TermPassed.objects.visible_to(by, Permission.APPLICATION_CHANGE)
    passed = list(rows.filter(together=together, taken_back_at=None))
    moved = 0
    for each in passed:
        row = LegalDeadline.objects.select_for_update().get(pk=each.deadline_id)
        if row.ended_on is None and (row.owner_id, row.deputy_id) == each.went_to:
            _set_owner(row, each.was_owner_id, each.was_deputy_id, by=by)
            each.taken_back_at = timezone.now()
            each.save(update_fields=["taken_back_at"])
            moved += 1
    if not moved:
        raise ActionRefused(_("Nothing of it can be taken back any more."))
    return Passed(moved, len(passed) - moved, together)


def terms_started_by(application: AsylumApplication, status: str) -> list[tuple[str, str]]:
    """Returns the terms that this stage starts in the claim's country: their kinds and the codes of their rules."""
    stage = PathwayStage.objects.stage(application.country, status)
    return [(kind, rule) for kind, rule in stage.terms] if stage else []


def record_recounted_terms(application: AsylumApplication, *, by: User) -> None:
    """Recomputes the terms after a correction, and records an audit event for each term that changed."""
    for term in recount_terms(application):
        details = {"kind": term.kind}
        record("deadline.corrected", by=by, about=term, case=application.case, details=details)


def lock_running_term(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    """Returns the locked term; raises ActionRefused if the term has ended or the person died."""
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    if row.ended_on is not None:
        raise ActionRefused(_("This term has ended already."))
    if LegalDeadline.objects.filter(of_the_dead("application__individual"), pk=row.pk).exists():
        raise ActionRefused(_("No longer runs: the person died"))
    return row


def _lock_to_tick_off(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    if row.ended_on is None or not row.may_be_ticked_off:
        return lock_running_term(deadline, by=by)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    return row


@transaction.atomic
def settle_deadline(deadline: LegalDeadline, *, on: datetime.date, by: User) -> LegalDeadline:
    """Ticks off a term that was met on that day, also if the claim moved on before anybody recorded it."""
    row = _lock_to_tick_off(deadline, by=by)
    refuse_future(on, by=by)
    if on < row.starts_on:
        raise ActionRefused(_("The term had not begun on that day."), field="on")
    if row.ended_on and on > row.ended_on:
        raise ActionRefused(_("The claim had passed this step by that day."), field="on")
    row.ticked_on = on
    row.save(update_fields=["ticked_on"])
    recount_terms(row.application)
    row.refresh_from_db()
    record(
        "deadline.settled", by=by, about=row, case=row.application.case, details={"kind": row.kind}
    )
    return row


@transaction.atomic
def correct_tick(
    deadline: LegalDeadline,
    *,
    by: User,
    on: datetime.date | None = None,
    is_mistake: bool = False,
    reason: str = "",
) -> LegalDeadline:
    """Corrects the day on which a term was met, or removes a tick that was a mistake: the term runs again.

    If the claim has moved on since, the term ended with that step, and was not met.
    """
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    if not _was_ticked(row) or row.ended_on is None:
        raise ActionRefused(_("Nobody ticked this term off."))
    application, old_day = row.application, row.ended_on
    row.ticked_on = None if is_mistake else on or old_day
    if row.ticked_on:
        refuse_future(row.ticked_on, by=by)
        if row.ticked_on < row.starts_on:
            raise ActionRefused(_("The term had not begun on that day."), field="on")
        if row.ticked_on == old_day:
            raise ActionRefused(_("Nothing was changed."), field="on")
    _refuse_late(row, reason)
    new_value = short_date(row.ticked_on) if row.ticked_on else _("recorded by mistake")
    row.save(update_fields=["ticked_on"])
    recount_terms(application)
    row.refresh_from_db()
    save_correction(
        row,
        [MISTAKE if is_mistake else "ended_on"],
        f"{row.get_kind_display()}: {short_date(old_day)} → {new_value}",
        individual=application.individual,
        because=reason,
        by=by,
        key_id=application.key_id,
    )
    details = {"kind": row.kind}
    record("deadline.corrected", by=by, about=row, case=application.case, details=details)
    return row


def _was_ticked(row: LegalDeadline) -> bool:
    """Returns whether somebody ticked the term off, and no step met it."""
    if row.kind in SETTLED_BY_HAND:
        return row.ticked_on is not None
    meeting_steps = row.application.status_changes.filter(
        status__in=STATES_THAT_MEET[row.kind], on__gte=row.starts_on
    )
    return row.ticked_on is not None and not meeting_steps.exists()


def _last_tick(row: LegalDeadline) -> AuditEvent | None:
    """Returns the audit event of the last tick, because a term does not store when somebody ticked it off."""
    ticks = AuditEvent.objects.filter(verb="deadline.settled", about_id=str(row.pk))
    return ticks.order_by("-at").first()


def _refuse_late(row: LegalDeadline, reason: str) -> None:
    """Raises ActionRefused without a reason, a day after the term was ticked off."""
    last = _last_tick(row)
    long_ago = datetime.datetime.min.replace(tzinfo=datetime.UTC)
    refuse_late_without_reason(last.at if last else long_ago, reason)
