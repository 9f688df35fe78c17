"""Extensions and handovers in the timeline, in notices and in the API; and what a leaving colleague still holds."""

import datetime
from dataclasses import replace
from typing import Any

from django.db.models import F, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts import due
from accounts.models import User
from accounts.permissions import Permission
from asylum.models import AsylumApplication, LegalDeadline
from asylum.querysets.rows import with_case_followed
from asylum.terms.models import TermExtension, TermPassed
from casework.register.models.case import Case
from casework.slots.api import Resource
from casework.slots.passing import Work
from casework.slots.timeline import Event, Happening
from casework.tasks.slots import NEWS_FOR
from pages.dates import short_date


def _terms_told(case: Case, user: User) -> Any:
    """Terms of the claims of this case's timeline, without those of a step marked as a mistake."""
    claims = AsylumApplication.objects.told_in(case, user.today())
    return LegalDeadline.objects.filter(application__in=claims).that_ran()


def _extended(case: Case, user: User) -> Any:
    rows = TermExtension.objects.visible_to(user).standing()
    return rows.filter(deadline__in=_terms_told(case, user)).select_related("deadline")


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
    rows = TermPassed.objects.visible_to(user).filter(deadline__in=_terms_told(case, user))
    return rows.select_related("deadline", "taking")


def _given(passed: TermPassed) -> Event:
    kind = passed.deadline.get_kind_display()
    said = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s")
    if passed.taken_back_at:
        said = _("%(who)s gave a term of %(whom)s to %(new)s: %(kind)s, and it was taken back")
    if passed.by_id is None:
        said = _("A term of %(whom)s went to %(new)s: %(kind)s")
    return Event(
        passed.at,
        _("Legal term handed over: %(kind)s") % {"kind": kind},
        new=str(passed.taking),
        sentence=said,
        words={"kind": kind},
    )


handed = Happening(_passed, "at", _given, by="by", person="deadline__application__individual")


def _of_late(today: datetime.date) -> Any:
    """Running terms recently handed to a colleague, and still theirs."""
    rows = TermPassed.objects.filter(taken_back_at=None, deadline__ended_on=None)
    theirs = Q(deadline__owner=F("taking")) | Q(deadline__deputy=F("taking"))
    rows = rows.filter(theirs, on__gte=today - NEWS_FOR)
    return with_case_followed(rows, person="deadline__application__individual")


# Not for a colleague who took the term over themselves.
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


def _held_on(day: datetime.date) -> Any:
    """Running terms, each with the person's current case, because visibility follows the person."""
    rows = LegalDeadline.objects.running().select_related("owner", "deputy")
    return with_case_followed(rows, person="application__individual")


def _keep_passed(term: LegalDeadline, taking: User, by: User | None) -> None:
    TermPassed.objects.create(
        deadline=term,
        leaving=term.owner,
        taking=taking,
        was_owner=term.owner,
        was_deputy=term.deputy,
        on=taking.today(),
        by=by,
    )


_deputy_passed = Work(
    _held_on,
    holder="deputy",
    permission=Permission.APPLICATION_CHANGE,
    verb="deadline.passed_on",
    case="of_case",
    is_for_nobody=True,
)
_owner_passed = replace(
    _deputy_passed, holder="owner", is_for_nobody=False, deputy="deputy", on_passed=_keep_passed
)
passed_terms = (_deputy_passed, _owner_passed)

resource = Resource(
    path="term-extensions",
    model=TermExtension,
    permission=Permission.APPLICATION_READ,
    verb="application",
    shows=("deadline", "was_on", "is_on", "granted_on", "mistaken_on"),
    day="granted_on",
    person="deadline__application__individual",
)
