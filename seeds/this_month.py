"""Families who arrived within the last three weeks, with stays, notes and referrals to legal aid."""

import datetime
import zoneinfo
from dataclasses import dataclass

from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import log_arrival
from casework.cases.actions import refer_to_legal, restrict_case
from casework.consents.choices import (
    NOTICE,
    Given,
    Ground,
    NoticeState,
    NotToldBecause,
    Purpose,
    ToldHow,
    text_code,
)
from casework.consents.start import LawfulStart
from casework.handovers.actions import assign_case
from casework.identity.actions.exposure import wish_anonymity
from casework.notes.actions import write_note
from casework.register.choices import EntryMode
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from partners.models import Organisation
from reference.models import CrossingPoint, HouseText, RegionalDirectorate
from seeds.people import Inventor
from seeds.sites import CHURCH
from seeds.staff import Staff
from shelters.actions.placements import place_family
from shelters.actions.presence import check_in_all
from shelters.models import Site
from shelters.refusals import NotEnoughBeds

FAMILIES = 38
CHURCH_HOLDS = 40
NO_OTHER_PLACE = "No hay otro lugar esta noche; se les explicó y están de acuerdo."
WITHOUT_BED = 3
NOTES = [
    "Llegó cansado y sin equipaje. Pide hablar con su madre antes de que se enteren en el cuartel.",
    "La niña tiene fiebre desde anoche; el médico voluntario la vio y vuelve mañana.",
    "Pregunta hasta cuándo está pagado el hotel. Se le explicó lo que se sabe y lo que no.",
    "Dice que en su casa marcaron la puerta. No quiere que se llame a ese número.",
    "Quiere trabajar. Se le informó sobre el salvoconducto y el derecho a trabajar.",
    "Entregó el uniforme y el arma en el puente; trae el recibo de la autoridad.",
]
HOTELS = ["h1", "h2", "h5", "h3"]


@dataclass(frozen=True)
class Family:
    """A case of this month with its people, the principal first."""

    case: Case
    people: list[Individual]

    @property
    def principal(self) -> Individual:
        return self.people[0]


def log_arrivals_of_this_month(
    staff: Staff, sites: dict[str, Site], inventor: Inventor, today: datetime.date
) -> list[Family]:
    """Logs families of the last 20 days, and places all except the last WITHOUT_BED; CHURCH_HOLDS people are in the church."""
    families = [_log(staff, inventor, today, number) for number in range(FAMILIES)]
    housed = families[:-WITHOUT_BED]
    in_church = 0
    for number, family in enumerate(housed):
        to_church = number % 2 == 0 and in_church + len(family.people) <= CHURCH_HOLDS
        turn = number // 2 % len(HOTELS)
        site_codes = [*HOTELS[turn:], *HOTELS[:turn]]
        if to_church:
            site_codes.insert(0, CHURCH)
        code = _place_family(
            family, {code: sites[code] for code in site_codes}, staff, today, inventor
        )
        in_church += len(family.people) if code == CHURCH else 0
    _fill_church(families, sites[CHURCH], CHURCH_HOLDS - in_church, staff, inventor, today)
    _write_about(families, staff, inventor)
    return families


def assign_caseworkers(families: list[Family], staff: Staff) -> None:
    """Assigns the families of this month to the caseworkers who logged them. Every fifth family stays without one."""
    for number, family in enumerate(families):
        by = staff.ana if number % 2 == 0 else staff.bruno
        if number % 5 != 4 and Case.objects.visible_to(by, Permission.CASE_CHANGE).contains(
            family.case
        ):
            assign_case(family.case, caseworker=by, by=by)


def _log(staff: Staff, inventor: Inventor, today: datetime.date, number: int) -> Family:
    """Logs the arrival of one family: the first came three weeks ago, the last today."""
    on = today - datetime.timedelta(days=round(20 * (1 - number / (FAMILIES - 1))))
    soldier = inventor.former_member(on)
    people = [soldier]
    if number % 3:
        people += inventor.relatives(soldier, on, 1 + number % 4)
    team, by = (staff.puente, staff.ana) if number % 2 == 0 else (staff.terminal, staff.bruno)
    by_river = number % 7 == 3
    hour = datetime.time(6 + number % 12, 30)
    is_over = on < today or hour <= by.local_time().time()
    case = log_arrival(
        team=team,
        rows=people,
        on=on,
        at_time=hour if is_over else None,
        crossing=CrossingPoint.objects.get(code="tachira-river" if by_river else "simon-bolivar"),
        entry_mode=EntryMode.RIVER if by_river else EntryMode.BRIDGE,
        directorate=RegionalDirectorate.objects.get(code="oriente"),
        received_by=Organisation.objects.get(short_name="Migración Colombia"),
        is_stamped=not by_river,
        first_contact_by=Organisation.objects.get(short_name="Policía Nacional"),
        first_contact_at=_time_of_first_contact(on, staff) if on < today else None,
        start=_lawful_start(number, on),
        by=by,
    )
    return Family(case, list(Individual.objects.filter(memberships__case=case).order_by("number")))


def _lawful_start(number: int, on: datetime.date) -> LawfulStart:
    """Most families were told the privacy notice and consented, also for their children; every fifth was not told."""
    if number % 5 == 4:
        return LawfulStart(notice=NoticeState.NOT_YET, because=NotToldBecause.DANGER)
    return LawfulStart(
        notice=NoticeState.TOLD,
        notice_text=HouseText.objects.in_force(NOTICE, on=on)["es"],
        how=ToldHow.READ_ALOUD if number % 2 else ToldHow.ON_PAPER,
        ground=Ground.AUTHORISED,
        given=Given.WRITTEN,
        ground_text=HouseText.objects.in_force(text_code(Purpose.STORING), on=on)["es"],
        given_by="La madre o el padre" if number % 3 else "",
        heard_by="La madre o el padre" if number % 3 else "",
        said_on=on,
    )


def _time_of_first_contact(on: datetime.date, staff: Staff) -> datetime.datetime:
    zone = zoneinfo.ZoneInfo(staff.office.time_zone)
    return datetime.datetime.combine(on, datetime.time(5, 50), zone)


def _place_family(
    family: Family,
    sites: dict[str, Site],
    staff: Staff,
    today: datetime.date,
    inventor: Inventor,
) -> str:
    """Places a family from its night of arrival, at the first of these sites with safe beds, and returns the site's code.

    Some stays end soon, and one or two should have ended."""
    arrival = family.principal.arrival
    starts_on = arrival.on if arrival else today
    days = [inventor.random.choice([-1, 0, 7, 14, 30, 30, 60]) for _ in family.people]
    planned = today + datetime.timedelta(days=days[0])
    for code, site in sites.items():
        # Stays that end today do not count tonight, and the church must have its forty.
        lasts = planned > starts_on and not (code == CHURCH and planned == today)
        try:
            stays = place_family(
                family.case,
                site=site,
                starts_on=starts_on,
                planned_end_on=planned if lasts else None,
                reason=NO_OTHER_PLACE,
                by=staff.sonia,
            )
        except NotEnoughBeds:
            continue
        check_in_all(stays, first_night=starts_on, reason=NO_OTHER_PLACE, by=staff.sonia)
        return code
    raise NotEnoughBeds(f"No site holds {family.case}.")


def _fill_church(
    families: list[Family],
    church: Site,
    places: int,
    staff: Staff,
    inventor: Inventor,
    today: datetime.date,
) -> None:
    """Gives the last places to former members who came alone, so that exactly 40 people sleep where 10 fit."""
    for _ in range(places):
        on = today - datetime.timedelta(days=inventor.random.randint(1, 15))
        case = log_arrival(
            team=staff.puente,
            rows=[inventor.former_member(on)],
            on=on,
            directorate=RegionalDirectorate.objects.get(code="oriente"),
            start=_lawful_start(0, on),
            by=staff.ana,
        )
        family = Family(case, list(Individual.objects.filter(memberships__case=case)))
        _place_family(family, {CHURCH: church}, staff, today, inventor)
        families.append(family)


def _write_about(families: list[Family], staff: Staff, inventor: Inventor) -> None:
    """Writes notes, and refers cases to legal aid."""
    for number, family in enumerate(families):
        by = staff.ana if family.case.team_id == staff.puente.pk else staff.bruno
        if number % 2 == 0:
            write_note(family.case, text=inventor.random.choice(NOTES), by=by)
        if number % 4 != 3:
            refer_to_legal(family.case, by=by)


def restrict_and_anonymise(families: list[Family], staff: Staff) -> None:
    """Restricts one case, and records that one person asked for anonymity."""
    restrict_case(families[5].case, people=[staff.bruno, staff.sonia], by=staff.sonia)
    shy = families[8].principal
    wish_anonymity(shy, wished_on=shy.office.today(), alias="Caimán", by=staff.ana)
