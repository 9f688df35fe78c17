"""Sites, families and stays for the tests of shelters, written directly: what is tested goes through actions."""

import datetime
from collections.abc import Sequence
from itertools import count
from typing import Any

from accounts.models import Office, Team, User
from casework.register.choices import Category, Relation, Sex
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from reference.models import Department, Municipality
from shelters.choices import RoomKind, SiteKind
from shelters.models import (
    Bed,
    Placement,
    Posting,
    Room,
    Site,
    SiteContract,
    SitePayment,
)
from shelters.tonight import SleepersTonight, against_a_rule
from vault.keys import issue_key

SINCE = datetime.date(2019, 2, 20)
numbers = count(1)


def a_municipality(code: str = "54001", name: str = "Cúcuta") -> Municipality:
    department, _ = Department.objects.get_or_create(
        code=code[:2], defaults={"name": "Norte de Santander"}
    )
    return Municipality.objects.get_or_create(
        code=code, defaults={"name": name, "department": department}
    )[0]


def a_site(
    office: Office, *, beds: Sequence[int] = (4,), run_by: User | None = None, **fields: object
) -> Site:
    """A site with one room for each number in `beds`, run by somebody if given.

    `paid_until`, `contract_starts_on` and `contract_ends_on` become a payment and a contract.
    """
    number = next(numbers)
    site = Site.objects.create(
        **{
            "office": office,
            "name": f"Sitio {number}",
            "kind": SiteKind.HOTEL,
            "municipality": a_municipality(),
            "opened_on": SINCE,
            **fields,
        }
    )
    on_terms(site)
    for floor, size in enumerate(beds):
        a_room(site, size, name=f"10{floor + 1}", floor=floor)
    if run_by:
        Posting.objects.create(user=run_by, site=site, starts_on=SINCE, granted_by=run_by)
    return site


def on_terms(site: Site) -> None:
    """Writes the rows that the columns of the site stand for."""
    if site.paid_until:
        day = min(site.paid_until, site.office.today())
        SitePayment.objects.create(site=site, paid_until=site.paid_until, paid_on=day)
    if site.contract_starts_on or site.contract_ends_on:
        starts_on = site.contract_starts_on or site.opened_on
        SiteContract.objects.create(site=site, starts_on=starts_on, ends_on=site.contract_ends_on)


def agreed(site: Site, **terms: datetime.date | None) -> None:
    """Replaces `paid_until` or `contract_ends_on` of the site, and the rows that say them."""
    if "paid_until" in terms:
        site.sitepayments.all().delete()
    if "contract_ends_on" in terms:
        site.sitecontracts.all().delete()
    Site.objects.filter(pk=site.pk).update(**terms)
    on_terms(Site(pk=site.pk, office=site.office, opened_on=site.opened_on, **terms))


def a_room(site: Site, beds: int, **fields: object) -> Room:
    room = Room.objects.create(site=site, **{"kind": RoomKind.ROOM, **fields})
    Bed.objects.bulk_create(
        Bed(room=room, name=str(each), position=each, opened_on=site.opened_on)
        for each in range(1, beds + 1)
    )
    return room


def beds_of(site: Site) -> list[Bed]:
    return list(Bed.objects.filter(room__site=site).select_related("room").in_order())


def an_individual(office: Office, name: str = "", **fields: object) -> Individual:
    number = next(numbers)
    return Individual.objects.create(
        key_id=issue_key(),
        number=f"T-{number}",
        office=office,
        given_names=name or f"Persona {number}",
        **{"category": Category.RELATIVE, "sex": Sex.MALE, "birth_year": 1990, **fields},
    )


def a_family(
    team: Team,
    size: int = 1,
    *,
    names: Sequence[str] = (),
    since: datetime.date = SINCE,
    **fields: object,
) -> Case:
    """An open case of `size` people of one team."""
    case = Case.objects.create(
        key_id=issue_key(),
        number=f"T-2019-{next(numbers)}",
        office=team.office,
        team=team,
        opened_on=since,
        **fields,
    )
    for place in range(size):
        person = an_individual(team.office, name=names[place] if place < len(names) else "")
        FamilyMember.objects.create(
            case=case,
            individual=person,
            relation_to_principal=Relation.OTHER if place else Relation.PRINCIPAL,
            joined_on=since,
        )
    return case


def people_of(case: Case) -> list[Individual]:
    return list(Individual.objects.filter(memberships__case=case).order_by("number"))


def a_stay(
    individual: Individual, site: Site, bed: Bed | None = None, *, by: User, **fields: Any
) -> Placement:
    """A stay. If it began before today, and unless `fields` say otherwise, the person arrived on its first night."""
    starts_on = fields.setdefault("starts_on", SINCE)
    if starts_on < by.today() and not fields.get("cancelled_at"):
        noon = datetime.datetime.combine(starts_on, datetime.time(17), datetime.UTC)
        fields.setdefault("checked_in_at", noon)
    return Placement.objects.create(
        individual=individual,
        case=individual.memberships.get(left_on=None).case,
        site=site,
        bed=bed,
        placed_by=by,
        **fields,
    )


def against_rules(reader: User, night: datetime.date) -> Any:
    """By stay what is not kept for whom the reader places, in words."""
    tonight = SleepersTonight(reader, night)
    return tonight.in_words(against_a_rule(reader, night))
