"""The sources of notices of this app: overdue work that nobody acts on, overdue reviews, families that lose aid.

Reviews of exclusion have no notice, because they have no due date (`asylum.exclusion.slots`)."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db.models import DateField, Exists, F, Func, OuterRef, Q, Subquery, Value
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import Office
from accounts.permissions import Permission
from aid.choices import AidKind
from asylum.evidence.models import StandingReview
from asylum.people.querysets import with_case_followed
from asylum.procedure.models.deadline import LegalDeadline
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case
from casework.slots.due import PersonDueSource
from casework.tasks.models import CaseTask
from pages.dates import short_date
from worklist.due.conditions import assignments_by_role
from worklist.projection.models import KeptAhead


def _nobody_acts(today: datetime.date) -> Any:
    """Offices with an overdue task or term of law in an open case without a caseworker.

    The column `week` is the day of the notice."""
    assignments = assignments_by_role(CaseAssignment.objects.on(today), today).filter(
        case=OuterRef("pk")
    )
    terms = LegalDeadline.objects.running().filter(due_on__lt=today)
    followed = with_case_followed(terms, person="application__individual")
    tasks = CaseTask.objects.overdue_on(today)
    late = Q(pk__in=tasks.values("case")) | Q(pk__in=followed.values("of_case"))
    cases = Case.objects.open().filter(late, ~Exists(assignments))
    return Office.objects.filter(pk__in=cases.values("office")).annotate(week=_week_of(today))


def _week_of(today: datetime.date) -> Value:
    """The Monday of this week. A notice with that day is written once a week."""
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
    """Open reviews of renunciations whose day is over, in open cases. The column `week` is the day of the notice."""
    rows = StandingReview.objects.open().filter(review_on__lt=today)
    return with_case_followed(rows.annotate(week=_week_of(today)), case__closed_on=None)


# The sentence says since when and with whom the review waits, and nothing of the evidence, which supervisors may not read.
reviews_late = PersonDueSource(
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


def _losing_aid(today: datetime.date) -> Any:
    """Families that lose essential aid within the days of Today, and nothing replaces it. `lost_on` is the first day."""
    first = Func(
        F("lost"),
        template="(SELECT min(left(each, 10))::date FROM unnest(%(expressions)s) AS each)",
        output_field=DateField(),
    )
    families = KeptAhead.objects.filter(day=today, lost__len__gt=0)
    return families.annotate(lost_on=first)


class _OfFamilies(due.Source):
    """Its rows have the losses of the family, `lost`, and `is_left_with_nothing`."""

    def _about(self, about_ids: Iterable[Any]) -> Any:
        newest = KeptAhead.objects.filter(case_id=OuterRef("pk")).order_by("-day")
        columns = ("lost", "is_left_with_nothing")
        found = {name: Subquery(newest.values(name)[:1]) for name in columns}
        return Case.objects.filter(pk__in=list(about_ids)).annotate(**found)


def _aid_ends(case: Any, day: str) -> str:
    lost = sorted(each.split(" ") for each in case.lost or ())
    if not lost:
        return _("Aid ends, and nothing replaces it")
    kinds = [str(AidKind(kind).label) for on, kind in lost if on == lost[0][0]]
    words = {"aid": ", ".join(kinds), "day": day}
    if case.is_left_with_nothing:
        return _("%(aid)s ends on %(day)s, and then nothing is left") % words
    return _("%(aid)s ends on %(day)s, and nothing replaces it") % words


families_losing_aid = _OfFamilies(
    kind="family_loses_aid",
    title=gettext_lazy("A family loses aid"),
    permission=Permission.FORECAST_READ,
    about=Case,
    key="case_id",
    case="case_id",
    date="lost_on",
    office="case_office_id",
    rows_on=_losing_aid,
    say=lambda case: _("Aid ends, and nothing replaces it"),
    ends_aid=_aid_ends,
    is_news=True,
)
news = (nobody_acts, reviews_late, families_losing_aid)
