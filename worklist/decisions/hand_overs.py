"""Which hand-overs of dates count, and which were withdrawn."""

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
    """The hand-overs that nobody has undone."""
    return DueDecision.objects.standing_on(day).filter(what=DecisionKind.HANDED)


def hand_overs_of_open_dates(day: datetime.date) -> Any:
    """The hand-overs in force of dates that the projection still has; without tasks, which are passed on as tasks."""
    hand_overs = hand_overs_in_force(day).exclude(case=None).exclude(kind=TASK_DUE)
    projected = KeptDue.objects.filter(
        kind=OuterRef("kind"), about_id=OuterRef("about_id"), due_on=OuterRef("due_on")
    )
    return hand_overs.filter(Exists(projected))


def withdrawn_hand_overs(decisions: Any) -> Any:
    """The undone hand-overs among `decisions` whose colleague no longer has the date.

    A colleague still has a task that could not be given back, and a date that was handed to them again."""
    handed_again = DueDecision.objects.filter(
        what=DecisionKind.HANDED,
        undone_at=None,
        kind=OuterRef("kind"),
        about_id=OuterRef("about_id"),
        to=OuterRef("to"),
    )
    tasks = CaseTask.objects.open().filter(assigned_to=OuterRef("to"))
    own_tasks = tasks.annotate(about_id=Cast("pk", CharField())).filter(
        about_id=OuterRef("about_id")
    )
    undone = decisions.filter(what=DecisionKind.HANDED, undone_at__isnull=False)
    return undone.exclude(Exists(handed_again)).exclude(Exists(own_tasks))
