"""What extensions and handovers of terms give to others: the timeline, notices and the API."""

import datetime
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.models import AsylumApplication
from asylum.terms.models import TermExtension, TermPassed
from casework.register.models.case import Case, with_case_today
from casework.slots.api import Resource
from casework.slots.timeline import Event, Happening
from casework.tasks.slots import NEWS_FOR
from pages.dates import short_date


def _extended(case: Case, user: User) -> Any:
    rows = TermExtension.objects.visible_to(user).standing()
    claims = AsylumApplication.objects.told_in(case, user.today())
    return rows.filter(deadline__application__in=claims).select_related("deadline")


def _more_time(extension: TermExtension) -> Event:
    kind = extension.deadline.get_kind_display()
    return Event(
        extension.granted_on,
        _("Legal term extended: %(kind)s") % {"kind": kind},
        old=short_date(extension.was_on),
        new=short_date(extension.is_on),
        sentence=_("The authority gave %(whom)s more time: %(kind)s, until %(new)s"),
        words={"kind": kind},
    )


happened = Happening(
    _extended,
    "granted_on",
    _more_time,
    by="recorded_by",
    person="deadline__application__individual",
)


def _passed(case: Case, user: User) -> Any:
    claims = AsylumApplication.objects.told_in(case, user.today())
    rows = TermPassed.objects.visible_to(user).filter(deadline__application__in=claims)
    return rows.select_related("deadline", "taking")


def _given(passed: TermPassed) -> Event:
    kind = passed.deadline.get_kind_display()
    return Event(
        passed.at,
        _("Legal term handed over: %(kind)s") % {"kind": kind},
        new=str(passed.taking),
        sentence=_("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s, and it was taken back")
        if passed.taken_back_at
        else _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s"),
        words={"kind": kind},
    )


handed = Happening(_passed, "at", _given, by="by", person="deadline__application__individual")


def _of_late(today: datetime.date) -> Any:
    """Running terms that went to a colleague these days, and are still theirs."""
    rows = TermPassed.objects.filter(taken_back_at=None, deadline__ended_on=None)
    theirs = Q(deadline__owner=F("taking")) | Q(deadline__deputy=F("taking"))
    rows = rows.filter(theirs, on__gte=today - NEWS_FOR)
    return with_case_today(rows, today, person="deadline__application__individual")


# Who takes a term from a colleague needs no telling.
terms_handed = due.Source(
    kind="term_handed",
    title=gettext_lazy("Legal terms handed to you"),
    permission=Permission.APPLICATION_CHANGE,
    about=TermPassed,
    date="on",
    case="of_case",
    office="deadline__application__individual__office_id",
    related=("deadline__application__individual",),
    rows_on=_of_late,
    say=lambda passed: (
        _("You look after this term from here on: %(kind)s, %(number)s")
        % {
            "kind": passed.deadline.get_kind_display(),
            "number": passed.deadline.application.individual.number,
        }
    ),
    person="deadline__application__individual_id",
    concerns="taking",
    by="by",
    is_news=True,
)

resource = Resource(
    path="term-extensions",
    model=TermExtension,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("deadline", "was_on", "is_on", "granted_on", "mistaken_on"),
    day="granted_on",
    person="deadline__application__individual",
)
