"""Finds contradictions among the days of one file; stores and changes nothing."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.models import User
from asylum.contradictions.models import DismissedContradiction
from asylum.contradictions.rules import Contradiction, DaysOnFile, Served, Side, contradictions
from asylum.measures.models import Observation
from asylum.papers.choices import NEVER_ASKED
from asylum.papers.models.renunciation import RenunciationDemand
from asylum.procedure.models.application import AsylumApplication
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from pages.failing import part_or


def contradictions_of(individual: Individual, user: User) -> list[Contradiction]:
    """Returns contradictions in the files of the person and the family, without dismissed ones."""
    dismissed = DismissedContradiction.objects.visible_to(user).standing()
    keys = {row.said for row in dismissed.filter(individual=individual)}
    return [
        each for each in contradictions(days_on_file(individual, user)) if each.said not in keys
    ]


def days_on_file(individual: Individual, user: User) -> DaysOnFile:
    """Returns the days on file, each with its source and the URL of the page that shows it."""
    page = reverse("individual-detail", args=[individual.number])
    file = reverse("renunciation-file", args=[individual.pk])
    observed = Observation.objects.standing().filter(individual=individual)
    arrival = individual.arrival
    claims = AsylumApplication.objects.visible_to(user).made()
    demands = RenunciationDemand.objects.standing().visible_to(user).filter(individual=individual)
    signed = individual.renunciations.signed()
    accounts = individual.flight_accounts.filter(corrected_by=None)
    relatives = claims.filter(individual__in=_came_along(individual, user))
    return DaysOnFile(
        crossings=(Side(arrival.on, f"arrival:{arrival.pk}", _("Arrival"), page),)
        if arrival
        else (),
        service_ends=_sides(
            individual.service_records.current(), "served_until", _("Service"), page
        ),
        services=_services(individual, page),
        disarmaments=_sides(individual.disarmaments.all(), "on", _("What was handed over"), page)
        or _sides(observed, "starts_on", _("Observation"), file),
        entries=_sides(claims.filter(individual=individual), "entered_on", _("Asylum application")),
        signatures=_sides(signed, "signed_on", _("Renunciation")),
        accounts=_sides(accounts, "told_on", _("Flight and events before")),
        papers_of_origin=_sides(
            _papers_of_origin(individual), "valid_from", _("Identity document"), page
        ),
        family_entries=_sides(relatives, "entered_on", _("Asylum application of a relative")),
        civilian_words=_sides(
            demands.filter(outcome__in=sorted(NEVER_ASKED)), "on", _("Identification"), page
        ),
    )


def _services(individual: Individual, page: str) -> tuple[Served, ...]:
    """Returns services with a known last day, each with its force, rank and unit."""
    records = individual.service_records.current().select_related("force")
    return part_or(
        lambda: tuple(
            Served(
                row.served_until,
                f"{row._meta.model_name}:{row.pk}",
                _("Service"),
                page,
                (str(row.force_id or ""), _normalised(row.rank), _normalised(row.unit)),
            )
            for row in records
            if row.served_until
        ),
        tuple,
        kind="contradictions",
        above=f"{_('What does not fit together')} · {_('Service')}",
    )


def _normalised(text: str) -> str:
    return " ".join(text.casefold().split())


def _papers_of_origin(individual: Individual) -> Any:
    """Returns identity documents of nationalities of the person other than that of the office's country."""
    others = set(individual.nationalities) - {individual.office.country}
    return individual.identity_documents.current().filter(country__in=others)


def _came_along(individual: Individual, user: User) -> Any:
    """Returns keys of other members of the case with the same arrival."""
    if individual.arrival_id is None:
        return []
    cases = FamilyMember.objects.filter(individual=individual).on(user.today()).values("case")
    members = FamilyMember.objects.filter(
        case__in=cases, individual__arrival=individual.arrival_id
    ).on(user.today())
    return members.exclude(individual=individual).values("individual")


def _sides(rows: Iterable[Any], field: str, source: str, url: str = "") -> tuple[Side, ...]:
    def side(row: Any, day: datetime.date) -> Side:
        return Side(day, f"{row._meta.model_name}:{row.pk}", source, url or row.get_absolute_url())

    return part_or(
        lambda: tuple(side(row, day) for row in rows if (day := getattr(row, field))),
        tuple,
        kind="contradictions",
        above=f"{_('What does not fit together')} · {source}",
    )
