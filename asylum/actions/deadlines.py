"""Terms that start and end with the state of an application."""

import datetime

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from asylum.choices import DeadlineKind
from asylum.models import AsylumApplication, LegalDeadline
from asylum.rules.terms import FILING, MET_BY, SETTLED_BY_HAND, STARTED_BY, Term
from pages.refusals import ActionRefused
from reference.calendar import computed_day


def filing_day(entered_on: datetime.date | None, *, country: str) -> datetime.date | None:
    """Until when somebody who entered that day may apply without explaining a delay."""
    if entered_on is None:
        return None
    return computed_day(FILING.rule, entered_on, country=country)[1]


def start_terms(application: AsylumApplication, *, on: datetime.date) -> list[LegalDeadline]:
    """Writes the terms that the application's new state starts. A term without rule or day is left out."""
    terms = STARTED_BY.get(application.status, ())
    begun = [_begin(application, term, on=on) for term in terms]
    return [term for term in begun if term is not None]


def _begin(
    application: AsylumApplication, term: Term, *, on: datetime.date
) -> LegalDeadline | None:
    start = application.entered_on if term is FILING else on
    if start is None:
        return None
    rule, computed = None, None
    if term.rule:
        rule, computed = computed_day(term.rule, start, country=application.country)
    due = computed if term.rule else application.interview_on
    if due is None:
        return None
    return LegalDeadline.objects.create(
        application=application,
        kind=term.kind,
        rule=rule,
        starts_on=start,
        computed_on=computed,
        due_on=due,
    )


def file_from(application: AsylumApplication, *, was: datetime.date) -> list[LegalDeadline]:
    """Lets the terms to apply that ran from the day `was` run from the entry that is on file now."""
    if application.entered_on is None:
        return []
    return start_from(application, FILING.kind, was=was, start=application.entered_on)


def start_from(
    application: AsylumApplication, kind: str, *, was: datetime.date, start: datetime.date
) -> list[LegalDeadline]:
    """Lets the terms of a kind that ran from the day `was` run from `start`, under the rule of that day."""
    moved = []
    for term in application.deadlines.select_for_update().filter(kind=kind, starts_on=was):
        if term.rule is None:
            continue
        term.starts_on = start
        term.rule, computed = computed_day(term.rule.code, start, country=application.country)
        term.recompute(computed)
        term.save(update_fields=["starts_on", "rule", "computed_on", "due_on"])
        moved.append(term)
    return moved


def interview_from(application: AsylumApplication) -> None:
    """Puts the running interview on the day that is on file now."""
    if application.interview_on:
        running = application.deadlines.running().filter(kind=DeadlineKind.INTERVIEW)
        running.update(due_on=application.interview_on)


def end_terms(application: AsylumApplication, *, to: str, on: datetime.date) -> None:
    """Ends what runs when the application moves to the state `to`, and keeps whether it was met.

    A term that is ticked off by hand goes on running until the claim ends.
    """
    for term in application.deadlines.running().select_for_update():
        is_met = to in MET_BY[term.kind]
        if term.kind in SETTLED_BY_HAND and application.lawful_moves:
            continue
        term.ended_on, term.was_met = on, is_met
        term.save(update_fields=["ended_on", "was_met"])


@transaction.atomic
def settle_deadline(deadline: LegalDeadline, *, on: datetime.date, by: User) -> LegalDeadline:
    """Ticks off a term that was met on that day."""
    row: LegalDeadline = LegalDeadline.objects.select_for_update().get(pk=deadline.pk)
    require(by, Permission.APPLICATION_CHANGE, about=row)
    refuse_future(on, by=by)
    if row.ended_on is not None:
        raise ActionRefused(_("This term has ended already."))
    if on < row.starts_on:
        raise ActionRefused(_("The term had not begun on that day."), field="on")
    row.ended_on, row.was_met = on, True
    row.save(update_fields=["ended_on", "was_met"])
    record(
        "deadline.settled", by=by, about=row, case=row.application.case, details={"kind": row.kind}
    )
    return row
