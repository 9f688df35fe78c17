"""The demonstration's sites: seven hotels, and a church hall for 10 that sleeps 40."""

import datetime
from decimal import Decimal

from pages.money import Currency
from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.models import Municipality
from seeds.people import table
from seeds.staff import Staff
from shelters.actions.beds import add_room, add_surge_places
from shelters.actions.postings import post
from shelters.actions.sites import open_site
from shelters.choices import RoomKind, SiteKind, SurgeReason
from shelters.contracts.actions import (
    record_bill,
    record_contract,
    record_notice,
    record_payment,
)
from shelters.contracts.choices import NoticeBy, NoticeReason, RatePer
from shelters.models import Site
from shelters.plan.actions import make_plan
from shelters.plan.solving import solve_plan

CHURCH = "p1"
# Days from today until which each hotel is paid and its contract runs; the church has neither. One hotel has not been
# paid for some weeks and gave notice; another has no contract for some nights before its next one.
PAID_DAYS = {"h1": 9, "h2": 4, "h3": 26, "h4": 40, "h5": 12, "h6": 33, "h7": 61}
CONTRACT_DAYS = {"h1": 9, "h2": 19, "h3": 54, "h4": 68, "h5": 12, "h6": 47, "h7": 89}
SITE_WITH_ARREARS, SITE_WITH_CONTRACT_GAP = "h1", "h3"
NOTICE_DAYS, NIGHTS_WITHOUT = 9, 5
RATE = Decimal(55_000)
AREA_M2 = {CHURCH: 96}


def create_sites(staff: Staff, today: datetime.date) -> dict[str, Site]:
    """Creates the sites with rooms and beds, and assigns the coordinator to all."""
    sites = {}
    for row in table("sites"):
        code, opened_on = row["code"], datetime.date.fromisoformat(row["opened_on"])
        owner = Organisation.objects.create(
            name=row["name"],
            kind=OrganisationKind.CHURCH if code == CHURCH else OrganisationKind.BUSINESS,
        )
        sites[code] = open_site(
            office=staff.office,
            name=row["name"],
            kind=row["kind"],
            municipality=Municipality.objects.get(code=row["municipality"]),
            organisation=owner,
            opened_on=opened_on,
            usable_area_m2=AREA_M2.get(code),
            by=staff.sonia,
        )
        _furnish(sites[code], row, opened_on, today, staff)
        post(staff.carla, site=sites[code], starts_on=opened_on, by=staff.sonia)
        _agree(sites[code], code, opened_on, today, staff)
    return sites


def _agree(
    site: Site, code: str, opened_on: datetime.date, today: datetime.date, staff: Staff
) -> None:
    """Records the contract of a hotel, until when it is paid, what is owed and a notice to leave."""
    if code not in PAID_DAYS:
        return
    paid_until, ends_on = (
        today + datetime.timedelta(days=days[code]) for days in (PAID_DAYS, CONTRACT_DAYS)
    )
    rate = {"rate": RATE, "rate_per": RatePer.BED, "currency": Currency.COP}
    record_contract(site, starts_on=opened_on, ends_on=ends_on, **rate, by=staff.sonia)
    record_payment(site, paid_on=today, paid_until=paid_until, by=staff.carla)
    if code == SITE_WITH_CONTRACT_GAP:
        first = ends_on + datetime.timedelta(days=NIGHTS_WITHOUT)
        record_contract(site, starts_on=first, **rate, by=staff.sonia)


def record_notice_of_hotel(sites: dict[str, Site], staff: Staff, today: datetime.date) -> None:
    """Records a bill of one hotel and, because it is unpaid, its notice to leave. Call it once everybody has a bed."""
    site = sites[SITE_WITH_ARREARS]
    record_bill(
        site,
        billed_on=today - datetime.timedelta(days=1),
        starts_on=today - datetime.timedelta(days=31),
        ends_on=today,
        amount=Decimal(60_000_000),
        currency=Currency.COP,
        by=staff.carla,
    )
    record_notice(
        site,
        received_on=today,
        leaves_on=today + datetime.timedelta(days=NOTICE_DAYS),
        given_by=NoticeBy.OWNER,
        cause=NoticeReason.ARREARS,
        by=staff.carla,
    )


def draft_moves(sites: dict[str, Site], staff: Staff, today: datetime.date) -> None:
    """Drafts, as the coordinator, to where the people of that hotel move."""
    leaves_on = today + datetime.timedelta(days=NOTICE_DAYS)
    week = datetime.timedelta(days=7)
    plan = make_plan(
        sites[SITE_WITH_ARREARS], leaves_on=leaves_on, counts_until=leaves_on + week, by=staff.carla
    )
    solve_plan(plan.pk)


def _furnish(
    site: Site, row: dict[str, str], opened_on: datetime.date, today: datetime.date, staff: Staff
) -> None:
    kind = RoomKind.HALL if site.kind == SiteKind.CHURCH_SHELTER else RoomKind.ROOM
    rooms = [
        add_room(
            site,
            name=f"{101 + number}" if kind == RoomKind.ROOM else f"Salón {number + 1}",
            beds=int(row["beds_per_room"]),
            kind=kind,
            opened_on=opened_on,
            by=staff.sonia,
        )
        for number in range(int(row["rooms"]))
    ]
    if surge := int(row["surge"]):
        for room in rooms:
            add_surge_places(
                room,
                number=surge // len(rooms),
                reason=SurgeReason.PEAK,
                review_on=today + datetime.timedelta(days=6),
                approved_by=staff.sonia,
                opened_on=opened_on,
                by=staff.sonia,
            )
