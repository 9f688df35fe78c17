"""Dates that were handed to a colleague."""

import datetime
from typing import Any

from django.db.models import CharField, Exists, OuterRef
from django.db.models.functions import Cast

from casework.tasks.models import CaseTask
from worklist.due.choices import DecisionKind
from worklist.due.models import DueDecision
from worklist.projection.models import KeptDue
from worklist.sources.kinds import TASK_DUE


def hand_overs_in_force(day: datetime.date) -> Any:
    """Hand-overs that nobody has undone."""
    return DueDecision.objects.standing_on(day).filter(what=DecisionKind.HANDED)


def hand_overs_of_open_dates(day: datetime.date) -> Any:
    """Hand-overs of dates that are still due. Tasks have notices of their own."""
    handed = hand_overs_in_force(day).exclude(case=None).exclude(kind=TASK_DUE)
    kept = KeptDue.objects.filter(
        kind=OuterRef("kind"), about_id=OuterRef("about_id"), due_on=OuterRef("due_on")
    )
    return handed.filter(Exists(kept))


def withdrawn_hand_overs(decisions: Any) -> Any:
    """Undone handovers, if the colleague does not hold the date anyway.

    A task stays with its holder if it could not be returned, and a date may be handed over again."""
    again = DueDecision.objects.filter(
        what=DecisionKind.HANDED,
        undone_at=None,
        kind=OuterRef("kind"),
        about_id=OuterRef("about_id"),
        to=OuterRef("to"),
    )
    tasks = CaseTask.objects.open().filter(assigned_to=OuterRef("to"))
    kept = tasks.annotate(about_id=Cast("pk", CharField())).filter(about_id=OuterRef("about_id"))
    handed = decisions.filter(what=DecisionKind.HANDED, undone_at__isnull=False)
    return handed.exclude(Exists(again)).exclude(Exists(kept))
