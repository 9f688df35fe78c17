"""The demonstration's sites: seven hotels, and a church hall for 10 that sleeps 40."""

import datetime

from partners.choices import OrganisationKind
from partners.models import Organisation
from reference.models import Municipality
from seeds.people import table
from seeds.staff import Staff
from shelters.actions.beds import add_room, add_surge_places
from shelters.actions.postings import post
from shelters.actions.sites import open_site
from shelters.choices import RoomKind, SiteKind, SurgeReason
from shelters.models import Site

CHURCH = "p1"
# Days from today until which each hotel is paid and its contract runs; the church has neither.
PAID_DAYS = {"h1": 9, "h2": 4, "h3": 26, "h4": 40, "h5": 12, "h6": 33, "h7": 61}
CONTRACT_DAYS = {"h1": 9, "h2": 19, "h3": 54, "h4": 68, "h5": 12, "h6": 47, "h7": 89}
AREA_M2 = {CHURCH: 96}


def open_houses(staff: Staff, today: datetime.date) -> dict[str, Site]:
    """Creates the sites with rooms and beds, and assigns the coordinator to all."""
    sites = {}
    for row in table("sites"):
        code, opened_on = row["code"], datetime.date.fromisoformat(row["opened_on"])
        owner = Organisation.objects.create(
            name=row["name"],
            kind=OrganisationKind.CHURCH if code == CHURCH else OrganisationKind.BUSINESS,
        )
        days = {"paid_until": PAID_DAYS.get(code), "contract_ends_on": CONTRACT_DAYS.get(code)}
        sites[code] = open_site(
            office=staff.office,
            name=row["name"],
            kind=row["kind"],
            municipality=Municipality.objects.get(code=row["municipality"]),
            organisation=owner,
            opened_on=opened_on,
            usable_area_m2=AREA_M2.get(code),
            contract_starts_on=opened_on if code in CONTRACT_DAYS else None,
            **{name: today + datetime.timedelta(days=n) for name, n in days.items() if n},
            by=staff.sonia,
        )
        _furnish(sites[code], row, opened_on, today, staff)
        post(staff.carla, site=sites[code], starts_on=opened_on, by=staff.sonia)
    return sites


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
