"""What hand-overs of dates add to other pages: two sources of notices, and the passing on of dates whose assignee lost sight."""

import datetime
from dataclasses import replace
from typing import Any

from django.db.models import CharField, Exists, OuterRef
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.permissions import Permission
from casework.slots.passing import Work
from casework.tasks.slots import NEWS_FOR
from worklist.decisions.hand_overs import (
    hand_overs_in_force,
    hand_overs_of_open_dates,
    withdrawn_hand_overs,
)
from worklist.due.models import DueDecision
from worklist.notices.models import Notice
from worklist.sources.kinds import DATE_HANDED, TERMS_OF_LAW

# A date whose colleague lost sight of the case passes to somebody else. A term of law is given to nobody here, because its
# next owner gets it by itself (`asylum.terms`).
_dates_passed = Work(
    lambda day: hand_overs_of_open_dates(day).exclude(kind__in=TERMS_OF_LAW),
    holder="to",
    permission=Permission.TASK_READ,
    verb="due.passed_on",
    ends=lambda: {"undone_at": timezone.now()},
)
_terms_given_up = replace(
    _dates_passed,
    open_on=lambda day: hand_overs_of_open_dates(day).filter(kind__in=TERMS_OF_LAW),
    is_for_nobody=True,
)
passed_dates = (_dates_passed, _terms_given_up)


def _sentence(decision: Any) -> str:
    """The sentence of the notice. It is made when the notice is read, and then says whether the hand-over was withdrawn."""
    words = {"number": decision.case.number}
    this = DueDecision.objects.filter(pk=decision.pk)
    if decision.undone_at and withdrawn_hand_overs(this).exists():
        return _("A date was given to you and taken back: %(number)s") % words
    return _("A date is yours now: %(number)s") % words


dates_handed = due.Source(
    kind=DATE_HANDED,
    title=gettext_lazy("Dates given to you"),
    permission=Permission.TASK_READ,
    about=DueDecision,
    date="due_on",
    case="case_id",
    office="office_id",
    related=("case",),
    rows_on=hand_overs_in_force,
    say=_sentence,
    concerns="to",
    by="by",
    is_news=True,
)


def _taken_back(today: datetime.date) -> Any:
    """Hand-overs that were withdrawn recently, after the colleague had read the notice about them."""
    read = Notice.objects.filter(
        kind=dates_handed.kind,
        user=OuterRef("to"),
        about_id=Cast(OuterRef("pk"), CharField()),
        read_at__lt=OuterRef("undone_at"),
    )
    recent = DueDecision.objects.filter(undone_at__date__gte=today - NEWS_FOR)
    return withdrawn_hand_overs(recent).filter(Exists(read))


dates_taken_back = replace(
    dates_handed,
    kind="date_taken_back",
    title=gettext_lazy("Dates that are not yours any more"),
    rows_on=_taken_back,
    say=lambda decision: (
        _("A date is not yours any more: %(number)s") % {"number": decision.case.number}
    ),
    by="undone_by",
)
news = (dates_handed, dates_taken_back)
