"""What the worklist itself tells: dates that a colleague gave to somebody, and what nobody acts on."""

import datetime
from typing import Any

from django.db.models import DateField, Exists, OuterRef, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import Office
from accounts.permissions import Permission
from asylum.models import LegalDeadline
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.tasks.models import CaseTask
from worklist.choices import DecisionKind
from worklist.models import DueDecision


def _handed(today: datetime.date) -> Any:
    return DueDecision.objects.standing_on(today).filter(what=DecisionKind.HANDED)


dates_handed = due.Source(
    kind="date_handed",
    title=gettext_lazy("Dates given to you"),
    permission=Permission.TASK_READ,
    about=DueDecision,
    date="due_on",
    case="case_id",
    office="office_id",
    related=("case",),
    rows_on=_handed,
    say=lambda decision: _("A date is yours now: %(number)s") % {"number": decision.case.number},
    concerns="to",
    by="by",
    is_news=True,
)


def _nobody_acts(today: datetime.date) -> Any:
    """Offices with an open case that nobody looks after and where a task or a term of law is overdue, once a week."""
    held = CaseAssignment.objects.on(today).filter(case=OuterRef("pk"))
    members = FamilyMember.objects.on(today).filter(case=OuterRef(OuterRef("pk")))
    terms = LegalDeadline.objects.running().filter(
        due_on__lt=today, application__individual__in=members.values("individual")
    )
    late = Exists(CaseTask.objects.overdue_on(today).filter(case=OuterRef("pk"))) | Exists(terms)
    cases = Case.objects.open().filter(~Exists(held), late, office=OuterRef("pk"))
    monday = today - datetime.timedelta(days=today.weekday())
    return Office.objects.filter(Exists(cases)).annotate(week=Value(monday, DateField()))


nobody_acts = due.Source(
    kind="nobody_acts",
    title=gettext_lazy("What nobody acts on"),
    permission=Permission.CASE_MOVE,
    about=Office,
    date="week",
    office="id",
    rows_on=_nobody_acts,
    say=lambda office: (
        _("%(office)s: something is overdue in cases that nobody looks after") % {"office": office}
    ),
    is_news=True,
)
