"""Partners of the office, their requests, and the costs of a month. All names are invented."""

import datetime
import decimal

from aid.actions.distributions import distribute
from aid.actions.pledges import record_pledge, state_need
from casework.work.actions import (
    give_information,
    record_authorisation,
    record_job_application,
    record_visit,
    settle_job_application,
)
from partners.actions import (
    add_contact,
    add_organisation,
    answer_request,
    give_role,
    make_request,
    record_participation,
    record_tension,
)
from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.models import Municipality
from seeds.commitments import CLINIC, DIOCESE, FUND
from seeds.staff import Staff
from seeds.this_month import Family

DISCREET = "Socorro Andino"
TOWN_HALL = "Alcaldía anfitriona"


def record_partners(families: list[Family], staff: Staff, today: datetime.date) -> None:
    """Records organisations with roles, contacts, requests, tensions and pledges, and aid and work of some families."""
    fund = Organisation.objects.get(name=FUND)
    diocese = Organisation.objects.get(name=DIOCESE)
    clinic = Organisation.objects.get(name=CLINIC)
    by, since = staff.sonia, today - datetime.timedelta(days=60)
    discreet = add_organisation(
        name=DISCREET, kind=OrganisationKind.NGO, is_named_in_exports=False, by=by
    )
    town = add_organisation(name=TOWN_HALL, kind=OrganisationKind.STATE, by=by)
    for organisation, roles in (
        (fund, ["lodging", "meals", "legal"]),
        (diocese, ["lodging"]),
        (clinic, ["health", "items"]),
        (town, ["authority"]),
    ):
        for role in roles:
            give_role(organisation, role=role, starts_on=since, by=by)
        record_participation(organisation, status="takes_part", on=since, by=by)
    record_participation(
        discreet, status="wary", on=since, reason="Teme que la ayuda parezca política.", by=by
    )
    add_contact(town, post="Gerencia de frontera", name="Elvira Prueba", by=by)
    add_contact(clinic, post="Médica voluntaria", name="Inés Prueba", phone="3000000001", by=by)
    _record_requests(discreet, town, staff, today)
    _record_money(fund, diocese, staff, today)
    for number, family in enumerate(families[:8]):
        _record_support(family, number, clinic, staff, today)


def _record_requests(
    discreet: Organisation, town: Organisation, staff: Staff, today: datetime.date
) -> None:
    by = staff.sonia
    cash = make_request(
        kind="cash",
        asked_of=discreet,
        on=today - datetime.timedelta(days=30),
        words="Ayuda en efectivo por tres meses",
        by=by,
    )
    answer_request(
        cash,
        outcome="declined",
        answered_on=today - datetime.timedelta(days=21),
        reason="No entra en su mandato.",
        by=by,
    )
    make_request(
        kind="relocation",
        asked_by=town,
        on=today - datetime.timedelta(days=9),
        words="Pide que las familias sigan hacia la capital.",
        by=by,
    )
    record_tension(
        on=today - datetime.timedelta(days=8),
        municipality=Municipality.objects.get(code="54874"),
        kind="statement",
        level=2,
        source="Prensa local",
        account="Se habla de las familias como un peligro.",
        by=by,
    )


def _record_money(
    fund: Organisation, diocese: Organisation, staff: Staff, today: datetime.date
) -> None:
    cop, first = "COP", today.replace(day=1)
    for kind, amount in (("lodging", 60_000_000), ("meals", 24_000_000)):
        state_need(
            kind=kind,
            first_month=first,
            months=4,
            amount=decimal.Decimal(amount),
            currency=cop,
            by=staff.sonia,
        )
    for funder, amount, months, status in (
        (fund, 130_000_000, 2, "received"),
        (diocese, 8_000_000, 1, "pledged"),
        (fund, 90_000_000, 2, "sought"),
    ):
        record_pledge(
            funder=funder,
            kinds=["lodging", "meals"],
            amount=decimal.Decimal(amount),
            currency=cop,
            first_month=first,
            months=months,
            status=status,
            by=staff.sonia,
        )


def _record_support(
    family: Family, number: int, clinic: Organisation, staff: Staff, today: datetime.date
) -> None:
    case = family.case
    by = staff.ana if case.team_id == staff.puente.pk else staff.bruno
    person, on = family.principal, case.opened_on
    give_information(
        person, topic="work", on=on, knew_before="no", understood="yes" if number else "no", by=by
    )
    distribute(case, provider=clinic, article="hygiene", quantity=2, on=on, by=by)
    if number % 2:
        record_authorisation(
            person,
            rule="sc2_2025",
            allows="yes",
            starts_on=on,
            source="Texto del salvoconducto",
            by=by,
        )
        application = record_job_application(person, on=on, employer="Taller de barrio", by=by)
        if number % 4 == 1:
            settle_job_application(
                application,
                outcome="refused",
                outcome_on=today,
                refusal_reason="document",
                by=by,
            )
    else:
        record_visit(person, provider=clinic, kind="medical", on=on, findings="Control", by=by)
