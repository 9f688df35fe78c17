"""Interviews that lie ahead and are not prepared."""

import datetime
from typing import Any

from django.db.models import DateField, Exists, F, OuterRef, Q, Subquery, Value
from django.db.models.functions import Cast

from asylum.checklists.choices import INTERPRETER, MarkState
from asylum.checklists.models import ChecklistMark
from asylum.choices import ApplicationStatus
from asylum.interviews.models import ClaimInterview
from asylum.pathways.choices import AskedOf, Bringer
from asylum.pathways.models import PathwayPaper

# A rule of the house: so long before the interview it is to be prepared.
PREPARED_BEFORE = datetime.timedelta(days=7)


def to_prepare(today: datetime.date) -> Any:
    """Interviews that lie ahead of which something is missing that the office brings, with `prepare_on`."""
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
