"""Agreements and commitments: some agreements end soon, and two commitments contradict each other."""

import datetime
import decimal

from aid.actions.agreements import give_notice, record_agreement
from aid.actions.commitments import commit_aid
from aid.choices import AidKind, RenunciationAsked
from aid.models import Agreement
from partners.choices import OrganisationKind
from partners.models import Organisation
from seeds.sites import CHURCH, CONTRACT_DAYS
from seeds.staff import Staff
from seeds.this_month import Family
from shelters.models import Site

FUND = "Fondo Humanitario Andino"
DIOCESE = "Pastoral Social San Isidro"
CLINIC = "Brigada Médica Voluntaria"


def record_agreements_and_commitments(
    families: list[Family], sites: dict[str, Site], staff: Staff, today: datetime.date
) -> None:
    """Records agreements and commitments for lodging, meals, legal aid, health and cash, each with its payer and end."""
    fund = Organisation.objects.create(name=FUND, short_name="FHA", kind=OrganisationKind.NGO)
    diocese = Organisation.objects.create(name=DIOCESE, kind=OrganisationKind.CHURCH)
    clinic = Organisation.objects.create(name=CLINIC, kind=OrganisationKind.VOLUNTEERS)
    _promise_lodging(fund, diocese, sites, staff, today)
    meals = _agree(fund, "FHA-ALIM-07", [AidKind.MEALS], staff, today, ends_in=25)
    for code, site in sites.items():
        commit_aid(
            site,
            kind=AidKind.MEALS,
            is_firm=True,
            starts_on=today - datetime.timedelta(days=21),
            until=today + datetime.timedelta(days=11 if code == CHURCH else 25),
            agreement=meals,
            by=staff.sonia,
        )
    legal = _agree(fund, "FHA-JUR-02", [AidKind.LEGAL], staff, today, ends_in=58)
    health = _agree(clinic, "BMV-01", [AidKind.HEALTH], staff, today, ends_in=13)
    for number, family in enumerate(families[:12]):
        commit_aid(
            family.case,
            kind=AidKind.LEGAL if number % 2 else AidKind.HEALTH,
            is_firm=True,
            starts_on=max(family.case.opened_on, today - datetime.timedelta(days=20)),
            agreement=legal if number % 2 else health,
            until=today + datetime.timedelta(days=58 if number % 2 else 13),
            by=staff.ana if family.case.team_id == staff.puente.pk else staff.bruno,
        )

    _promise_cash(fund, families, staff, today)


def _promise_cash(
    fund: Organisation, families: list[Family], staff: Staff, today: datetime.date
) -> None:
    """Commits cash, on the condition that former fighters sign the renunciation first."""
    clause = (
        "Cláusula 6: en el caso de excombatientes, tras la firma de la declaración de renuncia."
    )
    cash = _agree(
        fund, "FHA-EFE-03", [AidKind.CASH], staff, today, ends_in=75, condition_text=clause
    )
    for family in families[:8]:
        commit_aid(
            family.case,
            kind=AidKind.CASH,
            is_firm=True,
            starts_on=max(family.case.opened_on, today - datetime.timedelta(days=20)),
            agreement=cash,
            by=staff.ana if family.case.team_id == staff.puente.pk else staff.bruno,
        )


def _agree(
    payer: Organisation,
    reference: str,
    kinds: list[str],
    staff: Staff,
    today: datetime.date,
    *,
    ends_in: int,
    condition_text: str = "",
) -> Agreement:
    return record_agreement(
        office=staff.office,
        payer=payer,
        reference=reference,
        kinds=kinds,
        starts_on=today - datetime.timedelta(days=60),
        ends_on=today + datetime.timedelta(days=ends_in),
        amount=decimal.Decimal("48000000"),
        currency="COP",
        condition=RenunciationAsked.SIGNED if condition_text else "",
        condition_text=condition_text,
        by=staff.adela,
    )


def _promise_lodging(
    fund: Organisation,
    diocese: Organisation,
    sites: dict[str, Site],
    staff: Staff,
    today: datetime.date,
) -> None:
    ending = _agree(fund, "FHA-HOT-11", [AidKind.LODGING], staff, today, ends_in=19)
    lasting = _agree(fund, "FHA-HOT-12", [AidKind.LODGING], staff, today, ends_in=90)
    for code, days in CONTRACT_DAYS.items():
        commit_aid(
            sites[code],
            kind=AidKind.LODGING,
            is_firm=True,
            starts_on=today - datetime.timedelta(days=21),
            until=today + datetime.timedelta(days=days),
            agreement=ending if days <= 19 else lasting,
            by=staff.sonia,
        )
    give_notice(
        ending,
        given_on=today - datetime.timedelta(days=2),
        ends_on=today + datetime.timedelta(days=19),
        by=staff.adela,
    )
    commit_aid(
        sites[CHURCH],
        kind=AidKind.LODGING,
        starts_on=today - datetime.timedelta(days=21),
        until=None,
        source=f"{diocese.name}: «sin límite de tiempo», dicho en la reunión del lunes.",
        is_firm=False,
        by=staff.sonia,
    )
    commit_aid(
        sites[CHURCH],
        kind=AidKind.LODGING,
        is_firm=True,
        starts_on=today - datetime.timedelta(days=21),
        until=today + datetime.timedelta(days=20),
        source="Carta del párroco: hasta que empiece la catequesis.",
        by=staff.sonia,
    )
