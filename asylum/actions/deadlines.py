"""The time to apply, and terms that are ticked off."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.counting import count_terms
from asylum.models import AsylumApplication, LegalDeadline
from asylum.pathways.models import PathwayStage
from asylum.querysets.rows import of_the_dead
from asylum.rules.terms import FILING_RULE, MET_BY, SETTLED_BY_HAND
from casework.corrections.actions import refuse_late_without_reason
from casework.corrections.steps import MISTAKE, keep
from pages.dates import short_date
from pages.refusals import ActionRefused
from reference.calendar import computed_day


def filing_day(entered_on: datetime.date | None, *, country: str) -> datetime.date | None:
    """The last day to apply without explaining a delay, for an entry on that day."""
    if entered_on is None:
        return None
    return computed_day(FILING_RULE, entered_on, country=country)[1]


def is_late_unsaid(application: AsylumApplication) -> bool:
    """Whether the claim was lodged late, by the current days, without a reason."""
    if application.is_of_national:
        return False
    last_day = filing_day(application.entered_on, country=application.country)
    lodged_on = application.lodged_on
    return bool(last_day and lodged_on and lodged_on > last_day and not application.late_reason)


def started_by(application: AsylumApplication, status: str) -> list[tuple[str, str]]:
    """The terms that this stage starts in the claim's country: kinds, and codes of their rules."""
    stage = PathwayStage.objects.stage(application.country, status)
    return [(kind, rule) for kind, rule in stage.terms] if stage else []


def count_and_say(application: AsylumApplication, *, by: User) -> None:
    """Recomputes the terms after a correction, and records which changed."""
    for term in count_terms(application):
        details = {"kind": term.kind}
        record("deadline.corrected", by=by, about=term, case=application.case, details=details)


def lock_running(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    """The locked term of a living person; raises ActionRefused if it is not running."""
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
        return lock_running(deadline, by=by)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    return row


@transaction.atomic
def settle_deadline(deadline: LegalDeadline, *, on: datetime.date, by: User) -> LegalDeadline:
    """Ticks off a term that was met on that day, also if the claim went on before anybody said so."""
    row = _lock_to_tick_off(deadline, by=by)
    refuse_future(on, by=by)
    if on < row.starts_on:
        raise ActionRefused(_("The term had not begun on that day."), field="on")
    if row.ended_on and on > row.ended_on:
        raise ActionRefused(_("The claim had passed this step by that day."), field="on")
    row.ticked_on = on
    row.save(update_fields=["ticked_on"])
    count_terms(row.application)
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
    """Corrects the day on which a term was met, or undoes the tick: the term runs again, with reminders.

    If the claim has passed the step meanwhile, the term ended with that step and was not met.
    """
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    if not _was_ticked(row) or row.ended_on is None:
        raise ActionRefused(_("Nobody ticked this term off."))
    application, was = row.application, row.ended_on
    row.ticked_on = None if is_mistake else on or was
    if row.ticked_on:
        refuse_future(row.ticked_on, by=by)
        if row.ticked_on < row.starts_on:
            raise ActionRefused(_("The term had not begun on that day."), field="on")
        if row.ticked_on == was:
            raise ActionRefused(_("Nothing was changed."), field="on")
    _refuse_late(row, reason)
    now = short_date(row.ticked_on) if row.ticked_on else _("recorded by mistake")
    row.save(update_fields=["ticked_on"])
    count_terms(application)
    row.refresh_from_db()
    keep(
        row,
        [MISTAKE if is_mistake else "ended_on"],
        f"{row.get_kind_display()}: {short_date(was)} → {now}",
        individual=application.individual,
        because=reason,
        by=by,
        key_id=application.key_id,
    )
    details = {"kind": row.kind}
    record("deadline.corrected", by=by, about=row, case=application.case, details=details)
    return row


def _was_ticked(row: LegalDeadline) -> bool:
    """Includes terms that a later state settles, if they were ticked off before that state existed."""
    if row.kind in SETTLED_BY_HAND:
        return row.ticked_on is not None
    shown = row.application.status_changes.filter(
        status__in=MET_BY[row.kind], on__gte=row.starts_on
    )
    return row.ticked_on is not None and not shown.exists()


def _last_tick(row: LegalDeadline) -> AuditEvent | None:
    """Terms do not store when they were ticked off; the audit log does."""
    ticks = AuditEvent.objects.filter(verb="deadline.settled", about_id=str(row.pk))
    return ticks.order_by("-at").first()


def _refuse_late(row: LegalDeadline, reason: str) -> None:
    last = _last_tick(row)
    long_ago = datetime.datetime.min.replace(tzinfo=datetime.UTC)
    refuse_late_without_reason(last.at if last else long_ago, reason)
