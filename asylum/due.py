"""What falls due in asylum: permits, terms, interviews, first applications, renunciations to verify."""

import datetime
from typing import Any

from django.db.models import (
    DateField,
    F,
    Func,
    IntegerField,
    Value,
)
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from asylum.choices import DeadlineKind
from asylum.models import AsylumApplication, LegalDeadline, Permit, Renunciation
from asylum.rules.terms import FILING
from casework.register.choices import Relation
from casework.register.models.case import FamilyMember, with_case_today
from casework.register.models.individual import Individual
from reference import due
from reference.choices import Unit
from reference.models import DeadlineRule

OVERDUE_SHOWN_DAYS = 30


class MonthsLater(Func):
    """A date some calendar months later; too short a month ends it, as in `reference.rules.add_months`."""

    template = "(%(expressions)s)::date"
    arg_joiner = " + "
    output_field = DateField()

    def __init__(self, day: Any, months: int) -> None:
        length = Func(
            Value(0), Value(months, IntegerField()), function="make_interval", output_field=None
        )
        super().__init__(day, length)


permits_expiring = due.Source(
    kind="permit_expires",
    title=gettext_lazy("Permit expires"),
    permission=Permission.PERMIT_READ,
    about=Permit,
    date="valid_until_on",
    case="of_case",
    office="individual__office_id",
    related=("individual",),
    rows_on=lambda today: with_case_today(Permit.objects.current().dated(), today),
    say=lambda permit: (
        _("%(type)s of %(number)s expires")
        % {"type": permit.get_type_display(), "number": permit.individual.number}
    ),
)


def _term_in_words(term: LegalDeadline) -> str:
    words = _("%(what)s: %(number)s") % {
        "what": term.get_kind_display(),
        "number": term.application.individual.number,
    }
    return f"{words} ({term.doubt})" if term.doubt else words


def _terms(kind: str, title: str | Promise, *kinds: str) -> due.Source:
    """Running terms of these kinds; the sentence tells the doubt where a term is not firmly known."""
    return due.Source(
        kind=kind,
        title=title,
        permission=Permission.APPLICATION_READ,
        about=LegalDeadline,
        date="due_on",
        case="of_case",
        office="application__individual__office_id",
        related=("application__individual", "rule"),
        rows_on=lambda today: with_case_today(
            LegalDeadline.objects.running().filter(kind__in=kinds),
            today,
            person="application__individual",
        ),
        say=_term_in_words,
    )


appeals = _terms("appeal_term", gettext_lazy("Appeal"), DeadlineKind.APPEAL)
interviews = _terms("interview", gettext_lazy("Interview"), DeadlineKind.INTERVIEW)
legal_terms = _terms(
    "legal_term",
    gettext_lazy("Legal term"),
    DeadlineKind.FILE,
    DeadlineKind.ADMISSION,
    DeadlineKind.RATIFY,
    DeadlineKind.VISA,
    DeadlineKind.LEAVE,
)


def _last_day(rule: DeadlineRule, day: Any) -> Any:
    """The last day of a term in months or calendar days, as SQL; the office may count it in nothing else."""
    if rule.unit == Unit.MONTH:
        return MonthsLater(day, rule.amount or 0)
    return Cast(day + Value(datetime.timedelta(days=rule.amount or 0)), DateField())


def _to_lodge(today: datetime.date) -> Any:
    """Principals of open cases without any application."""
    rule = DeadlineRule.objects.in_force(FILING.rule, on=today)
    people = (
        FamilyMember.objects.on(today)
        .filter(relation_to_principal=Relation.PRINCIPAL, case__closed_on=None)
        .exclude(individual__in=AsylumApplication.objects.values("individual"))
        .exclude(individual__arrival=None)
    )
    if rule is None or rule.amount is None:
        return people.annotate(last_day=Value(today, DateField())).none()
    return people.annotate(last_day=_last_day(rule, F("individual__arrival__on")))


first_applications = due.Source(
    kind="application_to_lodge",
    title=gettext_lazy("Application to lodge"),
    permission=Permission.APPLICATION_READ,
    about=Individual,
    key="individual_id",
    date="last_day",
    case="case_id",
    office="individual__office_id",
    rows_on=_to_lodge,
    say=lambda individual: _("No application yet: %(number)s") % {"number": individual.number},
    shown_afterwards=datetime.timedelta(days=OVERDUE_SHOWN_DAYS),
)
# A signed paper lies with the authority; a second person verifies it.
renunciations_to_verify = due.Source(
    kind="renunciation_to_verify",
    title=gettext_lazy("Renunciation to verify"),
    permission=Permission.RENUNCIATION_VERIFY,
    about=Renunciation,
    date="status_on",
    case="of_case",
    office="individual__office_id",
    related=("individual",),
    rows_on=lambda today: with_case_today(Renunciation.objects.awaiting_verification(), today),
    say=lambda paper: _("Renunciation to verify: %(number)s") % {"number": paper.individual.number},
    overdue=due.WARN,
)
