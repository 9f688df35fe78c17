"""February 2019: arrivals of former members by regional directorate exactly as reported, plus relatives.

The eight figures are those of Colombia's migration authority for 22 to 28 February 2019, 567 in total; most came
on the 23rd. They exclude relatives. The people are invented."""

import datetime
import math
from collections.abc import Iterator
from typing import Any

from casework.arrivals.actions.arrivals import log_arrival
from casework.cases.actions import close_case
from casework.register.choices import EndReason, EntryMode
from casework.register.models.case import Case, FamilyMember
from partners.models import Organisation
from reference.models import CrossingPoint, RegionalDirectorate
from seeds.people import Inventor, table
from seeds.sites import CHURCH
from seeds.staff import Staff
from shelters.actions.placements import place_family
from shelters.actions.presence import check_in_all, check_out_all
from shelters.models import Bed, Site
from shelters.refusals import NotEnoughBeds

WITH_FAMILY = 0.22
NO_OTHER_PLACE = "Esa semana no había otro lugar."
CROSSINGS = {
    "oriente": ["simon-bolivar", "simon-bolivar", "tienditas", "santander", "trail"],
    "orinoquia": ["paez"],
    "guajira": ["paraguachon"],
}
ENTRY_MODES = {"trail": EntryMode.TRAIL, "tachira-river": EntryMode.RIVER}
ENDINGS = [
    (EndReason.ONWARD, 46),
    (EndReason.SETTLED, 30),
    (EndReason.LOST_CONTACT, 12),
    (EndReason.TRANSFERRED, 8),
    (EndReason.RETURNED, 4),
]
ASKED_BEFORE_RETURN: dict[str, Any] = {
    "is_voluntary": "yes",
    "asked_by": "Sonia, a solas",
    "risk_note": "Se habló del riesgo de arresto; decide volver por su familia.",
}
LAST_NIGHT = datetime.date(2019, 5, 14)


def log_arrivals_of_february(
    staff: Staff, sites: dict[str, Site], inventor: Inventor, *, one_in: int = 1
) -> Iterator[Case]:
    """Logs every arrival, or every `one_in`th per directorate, places families while there are beds, and closes the
    cases."""
    free = _free_in_february(sites)
    for case, on in _arrivals(staff, inventor, one_in):
        _place_family(case, on, free, staff)
        left_on = on + datetime.timedelta(days=inventor.random.randint(20, 79))
        _check_out_and_close(case, min(left_on, LAST_NIGHT), inventor, staff)
        yield case


def _arrivals(
    staff: Staff, inventor: Inventor, one_in: int
) -> Iterator[tuple[Case, datetime.date]]:
    days = [(row["on"], int(row["weight"])) for row in table("days_february_2019")]
    directorates = {row.code: row for row in RegionalDirectorate.objects.all()}
    crossings = {row.code: row for row in CrossingPoint.objects.all()}
    police = Organisation.objects.get(short_name="Policía Nacional")
    for row in table("arrivals_february_2019"):
        for number in range(math.ceil(int(row["former_members"]) / one_in)):
            on = datetime.date.fromisoformat(inventor.pick(days))
            soldier = inventor.former_member(on)
            people = [soldier]
            if inventor.random.random() < WITH_FAMILY:
                people += inventor.relatives(soldier, on, inventor.random.choice([1, 2, 2, 3]))
            code = inventor.random.choice(CROSSINGS.get(row["directorate"], [""]))
            case = log_arrival(
                team=staff.puente if number % 2 else staff.terminal,
                rows=people,
                on=on,
                at_time=datetime.time(
                    inventor.random.randint(5, 21), inventor.random.choice([0, 15, 30, 45])
                ),
                crossing=crossings.get(code),
                entry_mode=ENTRY_MODES.get(code, EntryMode.BRIDGE if code else EntryMode.UNKNOWN),
                directorate=directorates[row["directorate"]],
                received_by=police,
                by=staff.ana if number % 2 else staff.bruno,
            )
            yield case, on


def _free_in_february(sites: dict[str, Site]) -> dict[Site, int]:
    """The number of beds and surge places of sites open in February 2019: the church first, then by opening day."""
    end = datetime.date(2019, 3, 1)
    open_then = [code for code, site in sites.items() if site.opened_on < end]
    open_then.sort(key=lambda code: (code != CHURCH, sites[code].opened_on))
    return {sites[code]: Bed.objects.filter(room__site=sites[code]).count() for code in open_then}


def _place_family(case: Case, on: datetime.date, free: dict[Site, int], staff: Staff) -> None:
    """Places the family in safe beds, if it came through Oriente and there are enough. Subtracts these from `free`."""
    arrival = case.arrivals.get()
    if arrival.directorate_id != "oriente":
        return
    size = FamilyMember.objects.filter(case=case).count()
    for site, places in free.items():
        if places < size or site.opened_on > on:
            continue
        try:
            stays = place_family(
                case, site=site, starts_on=on, reason=NO_OTHER_PLACE, by=staff.sonia
            )
        except NotEnoughBeds:
            continue
        check_in_all(stays, first_night=on, reason=NO_OTHER_PLACE, by=staff.sonia)
        free[site] -= size
        return


def _check_out_and_close(case: Case, on: datetime.date, inventor: Inventor, staff: Staff) -> None:
    check_out_all(list(case.placements.open_on(on)), on=on, by=staff.sonia)
    reasons = [(str(reason), weight) for reason, weight in ENDINGS]
    reason = inventor.pick(reasons)
    return_answers: dict[str, Any] = ASKED_BEFORE_RETURN if reason == EndReason.RETURNED else {}
    close_case(case, reason=reason, on=on, by=staff.sonia, **return_answers)
