"""Pending interviews that are not prepared, and missed ones."""

import datetime
from typing import Any

from django.db.models import DateField, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast

from asylum.checklists.choices import INTERPRETER, MarkState
from asylum.checklists.models import ChecklistMark
from asylum.pathways.choices import ApplicationStatus, AskedOf, Bringer, DeadlineKind
from asylum.pathways.models import PathwayPaper
from asylum.people.querysets import of_the_dead
from asylum.procedure.choices import InterviewOutcome
from asylum.procedure.models.deadline import LegalDeadline
from asylum.procedure.models.interview import ClaimInterview

# House rule: how long before the interview its preparation is due.
PREPARED_BEFORE = datetime.timedelta(days=7)
# House rule, because no law on file sets a term: `docs/domain.md` says what it is based on.
EXCUSED_WITHIN = datetime.timedelta(days=3)


def with_set_day(rows: Any) -> Any:
    """Adds `set_on`: the day of the summons, even if the interview was held on another day."""
    terms = LegalDeadline.objects.filter(
        begun_by=OuterRef("summons"), kind=DeadlineKind.INTERVIEW
    ).exclude(begun_by=None)
    return rows.annotate(set_on=Subquery(terms.values("due_on")[:1]))


def to_excuse() -> Any:
    """Unexcused absences, with `excuse_by`, until the authority summons again or the claim goes on or ends."""
    newer = ClaimInterview.objects.unsaid().filter(application=OuterRef("application"))
    missed = ClaimInterview.objects.filter(
        ~Exists(newer),
        ~of_the_dead("application__individual"),
        outcome=InterviewOutcome.MISSED,
        application__status=ApplicationStatus.SUMMONED,
        application__interview_on=F("on"),
        application__status_on__lte=F("on"),
    )
    return missed.annotate(excuse_by=Cast(F("on") + Value(EXCUSED_WITHIN), DateField()))


def to_ask_about(today: datetime.date) -> Any:
    """Future summonses of claims that were archived and reopened since, which may no longer count.

    Each has `ask_on`, the day of the reopening."""
    ahead = ClaimInterview.objects.unsaid().filter(
        ~of_the_dead("application__individual"),
        on__gte=today,
        application__status=ApplicationStatus.REOPENED,
    )
    return ahead.annotate(ask_on=F("application__status_on"))


def to_prepare(today: datetime.date) -> Any:
    """Pending interviews without something that the office provides, with `prepare_on`."""
    said = ChecklistMark.objects.filter(
        application=OuterRef(OuterRef("application")), paper=OuterRef("pk")
    )
    papers = PathwayPaper.objects.filter(
        country=OuterRef("application__country"),
        stage=ApplicationStatus.INTERVIEWED,
        brought_by=Bringer.OFFICE,
        asked_of=AskedOf.ALL,
    ).annotate(said=Subquery(said.order_by("-at").values("state")[:1]))
    missing = papers.filter(Q(said=None) | Q(said=MarkState.MISSING))
    nobody_interprets = Q(interpreter=None) & Exists(missing.filter(code=INTERPRETER))
    ahead = ClaimInterview.objects.unsaid().filter(
        on__gte=today, application__status=ApplicationStatus.SUMMONED
    )
    days = Value(PREPARED_BEFORE)
    return ahead.filter(Exists(missing.exclude(code=INTERPRETER)) | nobody_interprets).annotate(
        prepare_on=Cast(F("on") - days, DateField())
    )
