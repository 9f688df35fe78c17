"""What falls due in asylum: permits, terms, interviews, first applications, renunciations to verify."""

import datetime
import uuid
from collections.abc import Iterable
from typing import Any

from django.db.models import (
    Case,
    CharField,
    DateField,
    F,
    Func,
    IntegerField,
    OuterRef,
    Subquery,
    Value,
    When,
)
from django.db.models.functions import Cast
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.permissions import Permission
from asylum.choices import DeadlineKind
from asylum.models import AsylumApplication, LegalDeadline, Permit, Renunciation
from asylum.rules.terms import FILING
from casework.choices import Relation, Unit
from casework.models import DeadlineRule, FamilyMember

OVERDUE_SHOWN_DAYS = 30


class MonthsLater(Func):
    """A date some calendar months later; too short a month ends it, as in `casework.rules.deadlines.add_months`."""

    template = "(%(expressions)s)::date"
    arg_joiner = " + "
    output_field = DateField()

    def __init__(self, day: Any, months: int) -> None:
        length = Func(
            Value(0), Value(months, IntegerField()), function="make_interval", output_field=None
        )
        super().__init__(day, length)


def _case_today(today: datetime.date, person: str) -> Any:
    """The case in which the person of the row is today."""
    memberships = FamilyMember.objects.on(today).filter(individual=OuterRef(person))
    return Subquery(memberships.order_by().values("case")[:1])


def _severity(today: datetime.date, field: str) -> Any:
    return Case(
        When(**{f"{field}__lt": today}, then=Value("trouble")),
        default=Value("warn"),
        output_field=CharField(),
    )


def _columns(kind: str, permission: str, about: str, rows: Any, *, on: str, office: str) -> Any:
    """The columns that every source has, in their order."""
    return (
        rows.exclude(of_case=None)
        .order_by()
        .values_list(
            Value(kind, CharField()),
            on,
            Value(about, CharField()),
            "id",
            "of_case",
            Value(str(permission), CharField()),
            office,
            "how_bad",
        )
    )


class PermitsExpiring:
    """A permit expires, or expired and nobody renewed it."""

    kind = "permit_expires"
    title = gettext_lazy("Permit expires")
    permission = Permission.PERMIT_READ

    def rows(self, today: datetime.date) -> Any:
        """Current permits with a last day, of people who are in a case today."""
        rows = (
            Permit.objects.current()
            .dated()
            .annotate(
                of_case=_case_today(today, "individual"),
                how_bad=_severity(today, "valid_until_on"),
            )
        )
        return _columns(
            self.kind,
            self.permission,
            "asylum.permit",
            rows,
            on="valid_until_on",
            office="individual__office_id",
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Which paper of which person, by number."""
        found = Permit.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            permit.pk: _("%(type)s of %(number)s expires")
            % {"type": permit.get_type_display(), "number": permit.individual.number}
            for permit in found
        }


class TermsEnding:
    """A legal term of an application ends."""

    permission = Permission.APPLICATION_READ

    def __init__(self, kind: str, title: str | Promise, kinds: frozenset[str]) -> None:
        self.kind = kind
        self.title = title
        self.kinds = kinds

    def rows(self, today: datetime.date) -> Any:
        """Running terms of these kinds."""
        rows = (
            LegalDeadline.objects.running()
            .filter(kind__in=self.kinds)
            .annotate(
                of_case=_case_today(today, "application__individual"),
                how_bad=_severity(today, "due_on"),
            )
        )
        return _columns(
            self.kind,
            self.permission,
            "asylum.legaldeadline",
            rows,
            on="due_on",
            office="application__individual__office_id",
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """What must happen for whom, with the doubt where the term is not firmly known."""
        found = LegalDeadline.objects.filter(pk__in=about_ids).select_related(
            "application__individual", "rule"
        )
        return {term.pk: _term_in_words(term) for term in found}


def _term_in_words(term: LegalDeadline) -> str:
    words = _("%(what)s: %(number)s") % {
        "what": term.get_kind_display(),
        "number": term.application.individual.number,
    }
    return f"{words} ({term.doubt})" if term.doubt else words


class FirstApplications:
    """The principal of a family has not applied yet, and the term that runs from the entry ends."""

    kind = "application_to_lodge"
    title = gettext_lazy("Application to lodge")
    permission = Permission.APPLICATION_READ

    def rows(self, today: datetime.date) -> Any:
        """Principals of open cases without any application, until a month after the term."""
        rule = DeadlineRule.objects.in_force(FILING.rule, on=today)
        people = (
            FamilyMember.objects.on(today)
            .filter(relation_to_principal=Relation.PRINCIPAL, case__closed_on=None)
            .exclude(individual__in=AsylumApplication.objects.values("individual"))
            .exclude(individual__arrival=None)
        )
        if rule is None or rule.amount is None:
            return _first(people.none(), Value(today, DateField()), today)
        return _first(people, _after(rule, F("individual__arrival__on")), today)

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose application, by the case number."""
        numbers = FamilyMember.objects.filter(individual__in=about_ids, left_on=None).values_list(
            "individual", "individual__number"
        )
        return {
            person: _("No application yet: %(number)s") % {"number": number}
            for person, number in numbers
        }


def _after(rule: DeadlineRule, day: Any) -> Any:
    """The last day of a term in months or calendar days, as SQL; the office may count it in nothing else."""
    if rule.unit == Unit.MONTH:
        return MonthsLater(day, rule.amount or 0)
    return Cast(day + Value(datetime.timedelta(days=rule.amount or 0)), DateField())


def _first(people: Any, last_day: Any, today: datetime.date) -> Any:
    since = today - datetime.timedelta(days=OVERDUE_SHOWN_DAYS)
    rows = people.annotate(last_day=last_day).filter(last_day__gte=since)
    return (
        rows.annotate(how_bad=_severity(today, "last_day"))
        .order_by()
        .values_list(
            Value(FirstApplications.kind, CharField()),
            "last_day",
            Value("casework.individual", CharField()),
            "individual_id",
            "case_id",
            Value(str(FirstApplications.permission), CharField()),
            "individual__office_id",
            "how_bad",
        )
    )


class RenunciationsToVerify:
    """A signed paper lies with the authority; a second person verifies it."""

    kind = "renunciation_to_verify"
    title = gettext_lazy("Renunciation to verify")
    permission = Permission.RENUNCIATION_VERIFY

    def rows(self, today: datetime.date) -> Any:
        """Papers that await verification, from the day they were handed in."""
        rows = Renunciation.objects.awaiting_verification().annotate(
            of_case=_case_today(today, "individual"), how_bad=Value("warn", CharField())
        )
        return _columns(
            self.kind,
            self.permission,
            "asylum.renunciation",
            rows,
            on="status_on",
            office="individual__office_id",
        )

    def sentence(self, about_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
        """Whose paper, by number."""
        found = Renunciation.objects.filter(pk__in=about_ids).select_related("individual")
        return {
            paper.pk: _("Renunciation to verify: %(number)s") % {"number": paper.individual.number}
            for paper in found
        }


permits_expiring = PermitsExpiring()
appeals = TermsEnding("appeal_term", gettext_lazy("Appeal"), frozenset({DeadlineKind.APPEAL}))
interviews = TermsEnding(
    "interview", gettext_lazy("Interview"), frozenset({DeadlineKind.INTERVIEW})
)
legal_terms = TermsEnding(
    "legal_term",
    gettext_lazy("Legal term"),
    frozenset(
        {
            DeadlineKind.FILE,
            DeadlineKind.ADMISSION,
            DeadlineKind.RATIFY,
            DeadlineKind.VISA,
            DeadlineKind.LEAVE,
        }
    ),
)
first_applications = FirstApplications()
renunciations_to_verify = RenunciationsToVerify()
