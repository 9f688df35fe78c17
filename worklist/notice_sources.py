"""Notices of the worklist itself: dates handed to a colleague, handovers undone, and overdue dates without action.

Reviews of exclusion are left out: nothing about them falls due (`asylum.exclusion.slots`)."""

import datetime
from dataclasses import replace
from typing import Any

from django.db.models import CharField, DateField, Exists, OuterRef, Q, Value
from django.db.models.functions import Cast
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import Office
from accounts.permissions import Permission
from asylum.evidence.models import StandingReview
from asylum.people.querysets import with_case_followed
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.slots.due import OfPerson
from casework.slots.passing import Work
from casework.tasks.models import CaseTask
from casework.tasks.slots import NEWS_FOR
from pages.dates import short_date
from worklist.choices import TASK_DUE, TERMS_OF_LAW, DecisionKind
from worklist.decided import cases_by_role
from worklist.models import DueDecision, KeptDue, Notice


def _handed(today: datetime.date) -> Any:
    return DueDecision.objects.standing_on(today).filter(what=DecisionKind.HANDED)


def _handed_and_due(day: datetime.date) -> Any:
    """Hand-overs of dates that are still due. Tasks have notices of their own."""
    handed = _handed(day).exclude(case=None).exclude(kind=TASK_DUE)
    kept = KeptDue.objects.filter(
        kind=OuterRef("kind"), about_id=OuterRef("about_id"), due_on=OuterRef("due_on")
    )
    return handed.filter(Exists(kept))


# A colleague who lost sight of the date no longer sees to it; a term of law passes to its next owner by itself.
_dates_passed = Work(
    lambda day: _handed_and_due(day).exclude(kind__in=TERMS_OF_LAW),
    holder="to",
    permission=Permission.TASK_READ,
    verb="due.passed_on",
    ends=lambda: {"undone_at": timezone.now()},
)
_terms_given_up = replace(
    _dates_passed,
    open_on=lambda day: _handed_and_due(day).filter(kind__in=TERMS_OF_LAW),
    is_for_nobody=True,
)
passed_dates = (_dates_passed, _terms_given_up)


def taken_away(decisions: Any) -> Any:
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


def _handed_in_words(decision: Any) -> str:
    """Built when the notice is read: if the handover was undone before, it says that there is nothing to do."""
    words = {"number": decision.case.number}
    this = DueDecision.objects.filter(pk=decision.pk)
    if decision.undone_at and taken_away(this).exists():
        return _("A date was given to you and taken back: %(number)s") % words
    return _("A date is yours now: %(number)s") % words


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
    say=_handed_in_words,
    concerns="to",
    by="by",
    is_news=True,
)


def _taken_back(today: datetime.date) -> Any:
    """Handovers undone recently, after the colleague had read about them."""
    read = Notice.objects.filter(
        kind=dates_handed.kind,
        user=OuterRef("to"),
        about_id=Cast(OuterRef("pk"), CharField()),
        read_at__lt=OuterRef("undone_at"),
    )
    of_late = DueDecision.objects.filter(undone_at__date__gte=today - NEWS_FOR)
    return taken_away(of_late).filter(Exists(read))


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


def _nobody_acts(today: datetime.date) -> Any:
    """Offices with an overdue task or term of law in an open case that nobody looks after; at most once a week."""
    held = cases_by_role(CaseAssignment.objects.on(today), today).filter(case=OuterRef("pk"))
    terms = LegalDeadline.objects.running().filter(due_on__lt=today)
    followed = with_case_followed(terms, person="application__individual")
    tasks = CaseTask.objects.overdue_on(today)
    late = Q(pk__in=tasks.values("case")) | Q(pk__in=followed.values("of_case"))
    cases = Case.objects.open().filter(late, ~Exists(held))
    return Office.objects.filter(pk__in=cases.values("office")).annotate(week=_week_of(today))


def _week_of(today: datetime.date) -> Value:
    """Monday of that week: a notice with that day is sent once a week."""
    return Value(today - datetime.timedelta(days=today.weekday()), DateField())


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


def _reviews_late(today: datetime.date) -> Any:
    rows = StandingReview.objects.open().filter(review_on__lt=today)
    return with_case_followed(rows.annotate(week=_week_of(today)), case__closed_on=None)


# Says that it waits, since when and with whom. Supervisors read neither the evidence nor its direction.
reviews_late = OfPerson(
    kind="review_late",
    title=gettext_lazy("A review that waits"),
    permission=Permission.CASE_MOVE,
    about=StandingReview,
    date="week",
    related=("individual", "recorded_by"),
    rows_on=_reviews_late,
    say=lambda review: (
        _("The review of the renunciation of %(number)s waits since %(day)s with %(who)s")
        % {
            "number": review.individual.number,
            "day": short_date(review.review_on),
            "who": review.recorded_by,
        }
    ),
    is_news=True,
)
news = (dates_handed, dates_taken_back, nobody_acts, reviews_late)
