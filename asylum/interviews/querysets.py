"""Interviews that need preparation, were missed, or may no longer count."""

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

# Rule of the house: preparation is due this long before the interview.
PREPARED_BEFORE = datetime.timedelta(days=7)
# Rule of the house, because no law on file sets a term. `docs/domain.md` explains it.
EXCUSED_WITHIN = datetime.timedelta(days=3)


def with_set_day(rows: Any) -> Any:
    """Annotates `set_on`: the day that the summons names, also if the interview was held on another day."""
    terms = LegalDeadline.objects.filter(
        begun_by=OuterRef("summons"), kind=DeadlineKind.INTERVIEW
    ).exclude(begun_by=None)
    return rows.annotate(set_on=Subquery(terms.values("due_on")[:1]))


def to_excuse() -> Any:
    """Returns unexcused absences whose claim has not moved since and has no newer summons. Annotates `excuse_by`."""
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
    """Returns coming interviews of claims that were reopened after the summons, which may no longer count.

    Annotates `ask_on`, the day of the reopening.
    """
    pending = ClaimInterview.objects.unsaid().filter(
        ~of_the_dead("application__individual"),
        on__gte=today,
        application__status=ApplicationStatus.REOPENED,
    )
    return pending.annotate(ask_on=F("application__status_on"))


def to_prepare(today: datetime.date) -> Any:
    """Returns coming interviews for which the office has not provided everything. Annotates `prepare_on`."""
    marks = ChecklistMark.objects.filter(
        application=OuterRef(OuterRef("application")), paper=OuterRef("pk")
    )
    papers = PathwayPaper.objects.filter(
        country=OuterRef("application__country"),
        stage=ApplicationStatus.INTERVIEWED,
        brought_by=Bringer.OFFICE,
        asked_of=AskedOf.ALL,
    ).annotate(mark=Subquery(marks.order_by("-at").values("state")[:1]))
    missing = papers.filter(Q(mark=None) | Q(mark=MarkState.MISSING))
    lacks_interpreter = Q(interpreter=None) & Exists(missing.filter(code=INTERPRETER))
    pending = ClaimInterview.objects.unsaid().filter(
        on__gte=today, application__status=ApplicationStatus.SUMMONED
    )
    days = Value(PREPARED_BEFORE)
    return pending.filter(Exists(missing.exclude(code=INTERPRETER)) | lacks_interpreter).annotate(
        prepare_on=Cast(F("on") - days, DateField())
    )
