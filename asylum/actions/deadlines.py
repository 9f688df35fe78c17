"""Terms that start and end with the state of an application."""

import datetime
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.choices import ApplicationStatus, DeadlineKind
from asylum.interviews.choices import InterviewOutcome
from asylum.models import AsylumApplication, LegalDeadline
from asylum.pathways.models import PathwayStage
from asylum.querysets.rows import of_the_dead
from asylum.rules.terms import FILING_RULE, MET_BY, goes_on
from casework.corrections.actions import refuse_late_without_reason
from casework.corrections.steps import MISTAKE, keep
from pages.dates import short_date
from pages.refusals import ActionRefused
from reference.calendar import computed_day


def filing_day(entered_on: datetime.date | None, *, country: str) -> datetime.date | None:
    """Until when somebody who entered that day may apply without explaining a delay."""
    if entered_on is None:
        return None
    return computed_day(FILING_RULE, entered_on, country=country)[1]


def is_late_unsaid(application: AsylumApplication) -> bool:
    """Whether the claim was lodged after the time to apply, as the days stand now, and nobody said why."""
    if application.is_of_national:
        return False
    last_day = filing_day(application.entered_on, country=application.country)
    lodged_on = application.lodged_on
    return bool(last_day and lodged_on and lodged_on > last_day and not application.late_reason)


def started_by(application: AsylumApplication, status: str) -> list[tuple[str, str]]:
    """The terms that this stage starts in the country of the claim: the kind of each, and the code of its rule."""
    stage = PathwayStage.objects.stage(application.country, status)
    return [(kind, rule) for kind, rule in stage.terms] if stage else []


def start_terms(
    application: AsylumApplication, *, on: datetime.date, by: User
) -> list[LegalDeadline]:
    """Writes the terms that the application's new state starts. A term without rule or day is left out.

    Whoever looked after the last term of the claim looks after them; of the first, whoever recorded the step.
    """
    terms = started_by(application, application.status)
    last = (
        application.deadlines.exclude(owner=None).order_by("-starts_on").first() if terms else None
    )
    whose = {"owner_id": last.owner_id, "deputy_id": last.deputy_id} if last else {"owner": by}
    begun = [_begin(application, kind, rule, on=on, **whose) for kind, rule in terms]
    return [term for term in begun if term is not None]


def _begin(
    application: AsylumApplication, kind: str, code: str, *, on: datetime.date, **whose: Any
) -> LegalDeadline | None:
    start = application.entered_on if kind == DeadlineKind.FILE else on
    if start is None:
        return None
    rule, computed = None, None
    if code:
        rule, computed = computed_day(code, start, country=application.country)
    due, hour = (computed, None) if code else (application.interview_on, _hour_set(application))
    if due is None:
        return None
    return LegalDeadline.objects.create(
        application=application,
        kind=kind,
        rule=rule,
        starts_on=start,
        computed_on=computed,
        due_on=due,
        at_time=hour,
        **whose,
    )


def _hour_set(application: AsylumApplication) -> datetime.time | None:
    """That of the interview which lies ahead, as far as the summons told it."""
    return application.interviews.unsaid().values_list("at_time", flat=True).first()


def file_from(application: AsylumApplication, *, was: datetime.date) -> list[LegalDeadline]:
    """Lets the terms to apply that ran from the day `was` run from the entry that is on file now."""
    if application.entered_on is None:
        return []
    return start_from(application, DeadlineKind.FILE, was=was, start=application.entered_on)


def start_from(
    application: AsylumApplication, kind: str, *, was: datetime.date, start: datetime.date
) -> list[LegalDeadline]:
    """Lets the terms of a kind that ran from the day `was` run from `start`, under the rule of that day.

    One that never ran, as its step was a mistake, ends on the day on which it starts.
    """
    moved = []
    for term in application.deadlines.select_for_update().filter(kind=kind, starts_on=was):
        term.starts_on = start
        if term.ended_on == was and not term.was_met:
            term.ended_on = start
        if term.rule:
            term.rule, computed = computed_day(term.rule.code, start, country=application.country)
            term.recompute(computed)
            moved.append(term)
        term.save(update_fields=["starts_on", "rule", "computed_on", "due_on", "ended_on"])
    return moved


def end_from(
    application: AsylumApplication,
    status: str,
    *,
    was: datetime.date,
    on: datetime.date,
    by: User,
) -> None:
    """Lets the terms that ended with the step to that state, on the day `was`, end on its right day.

    What another step of that day met stays met on its own.
    """
    met = [kind for kind, met_by in MET_BY.items() if status in met_by]
    ended = Q(was_met=True, kind__in=met)
    if status != ApplicationStatus.LODGED:
        ended |= Q(was_met=False)
    for term in application.deadlines.select_for_update().filter(ended, ended_on=was):
        term.ended_on = on
        term.save(update_fields=["ended_on"])
        details = {"kind": term.kind}
        record("deadline.corrected", by=by, about=term, case=application.case, details=details)


def interview_from(application: AsylumApplication) -> None:
    """Puts the running interview on the day that is on file now."""
    if application.interview_on:
        running = application.deadlines.running().filter(kind=DeadlineKind.INTERVIEW)
        running.update(due_on=application.interview_on)


def end_terms(application: AsylumApplication, *, to: str, on: datetime.date) -> None:
    """Ends what runs when the application moves to the state `to`, and keeps whether it was met.

    A term that is ticked off by hand goes on for as long as its act can be done, or until the state starts it anew.
    """
    anew = {kind for kind, _rule in started_by(application, to)}
    for term in application.deadlines.running().select_for_update():
        if goes_on(term.kind, to) and term.kind not in anew:
            continue
        term.ended_on, term.was_met = on, to in MET_BY[term.kind]
        term.save(update_fields=["ended_on", "was_met"])


def undo_terms(application: AsylumApplication, *, step: str, on: datetime.date) -> None:
    """The step to that state, on that day, was a mistake: what it started never ran, and what it ended runs again.

    The claim stands in the state before by now.
    """
    terms = application.deadlines.select_for_update()
    begun = [kind for kind, _rule in started_by(application, step) if kind != DeadlineKind.FILE]
    terms.running().filter(kind__in=begun, starts_on=on).update(ended_on=on, was_met=False)
    running = set(terms.running().values_list("kind", flat=True))
    ended = terms.filter(ended_on=on).exclude(starts_on=on, kind__in=begun)
    missed = application.interviews.filter(outcome=InterviewOutcome.MISSED).values("on")
    ended = ended.exclude(kind=DeadlineKind.INTERVIEW, due_on__in=missed)
    for term in ended.order_by("-starts_on", "-due_on"):
        if term.kind not in running and _can_run(term) and _last_tick(term) is None:
            term.ended_on, term.was_met = None, None
            term.save(update_fields=["ended_on", "was_met"])
            running.add(term.kind)


def lock_running(deadline: LegalDeadline, *, by: User) -> LegalDeadline:
    """The term, locked, of somebody who lives; raises ActionRefused where nothing waits for it any more."""
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    if row.ended_on is not None:
        raise ActionRefused(_("This term has ended already."))
    if LegalDeadline.objects.filter(of_the_dead("application__individual"), pk=row.pk).exists():
        raise ActionRefused(_("No longer runs: the person died"))
    return row


@transaction.atomic
def settle_deadline(deadline: LegalDeadline, *, on: datetime.date, by: User) -> LegalDeadline:
    """Ticks off a term that was met on that day."""
    row = lock_running(deadline, by=by)
    refuse_future(on, by=by)
    if on < row.starts_on:
        raise ActionRefused(_("The term had not begun on that day."), field="on")
    row.ended_on, row.was_met = on, True
    row.save(update_fields=["ended_on", "was_met"])
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
    """Puts right on which day a term was met, or takes the tick back: the term runs again and is reminded of.

    Where the claim has gone past the act meanwhile, the term ended with that step and was not met.
    """
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    if not _was_ticked(row) or row.ended_on is None:
        raise ActionRefused(_("Nobody ticked this term off."))
    application, was = row.application, row.ended_on
    if not is_mistake:
        row.ended_on = on or was
        refuse_future(row.ended_on, by=by)
        if row.ended_on < row.starts_on:
            raise ActionRefused(_("The term had not begun on that day."), field="on")
        if row.ended_on == was:
            raise ActionRefused(_("Nothing was changed."), field="on")
    elif _can_run(row):
        _refuse_second_running(row)
        row.ended_on, row.was_met = None, None
    else:
        row.ended_on, row.was_met = max(application.status_on, row.starts_on), False
    _refuse_late(row, reason)
    now = _("recorded by mistake") if is_mistake else short_date(row.ended_on or was)
    row.save(update_fields=["ended_on", "was_met"])
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


def _can_run(row: LegalDeadline) -> bool:
    claim = row.application
    begun_here = {kind for kind, _rule in started_by(claim, claim.status)}
    return row.kind in begun_here or goes_on(row.kind, claim.status)


def _refuse_second_running(row: LegalDeadline) -> None:
    if row.application.deadlines.running().filter(kind=row.kind).exists():
        raise ActionRefused(_("A newer term of this kind runs already."), field="is_mistake")


def _was_ticked(row: LegalDeadline) -> bool:
    """Also a term that a later state shows to be met, where it was ticked off before there was such a state."""
    if row.is_ticked_off:
        return True
    shown = row.application.status_changes.filter(
        status__in=MET_BY[row.kind], on__gte=row.starts_on
    )
    return bool(row.was_met) and _last_tick(row) is not None and not shown.exists()


def _last_tick(row: LegalDeadline) -> AuditEvent | None:
    """A term does not say when it was ticked off; the audit log does."""
    ticks = AuditEvent.objects.filter(verb="deadline.settled", about_id=str(row.pk))
    return ticks.order_by("-at").first()


def _refuse_late(row: LegalDeadline, reason: str) -> None:
    last = _last_tick(row)
    long_ago = datetime.datetime.min.replace(tzinfo=datetime.UTC)
    refuse_late_without_reason(last.at if last else long_ago, reason)
