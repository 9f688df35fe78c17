"""Life at one hotel: a rule of the door, three nights of roll-calls, an outing, meals and an incident."""

import datetime

from seeds.staff import Staff
from shelters.door.actions import call_others_present, set_door_rule, take_roll
from shelters.door.choices import RollPresence
from shelters.door.people import people_at_door
from shelters.incidents.actions import decide_site_incident, record_site_incident
from shelters.incidents.choices import OwnStatement, SiteDecision, SiteIncidentKind
from shelters.meals.actions import record_meals
from shelters.meals.choices import Meal
from shelters.models import Placement, Site
from shelters.outings.actions import go_out

SITE_WITH_ROLL_CALLS = "h1"
ABSENCE_NIGHTS = 3
TWO_HOURS = 120
ADULT = 18


def record_life_at_a_site(staff: Staff, sites: dict[str, Site], today: datetime.date) -> None:
    """One person is absent for ABSENCE_NIGHTS nights, so that Today shows it; another is excused for one night."""
    site = sites[SITE_WITH_ROLL_CALLS]
    set_door_rule(
        site, absence_nights=ABSENCE_NIGHTS, longest_out_minutes=TWO_HOURS, by=staff.sonia
    )
    for nights_ago in range(ABSENCE_NIGHTS, 0, -1):
        night = today - datetime.timedelta(days=nights_ago)
        here = people_at_door(site, night, reader=staff.carla).here
        if not here:
            continue
        answers = {here[0].stay.pk: (RollPresence.ABSENT, "Nadie de la familia sabe dónde está.")}
        if nights_ago == 1 and len(here) > 1:
            answers[here[1].stay.pk] = (RollPresence.EXCUSED, "Cita médica, vuelve mañana.")
        take_roll(site, night=night, answers=answers, by=staff.carla)
        call_others_present(site, night=night, by=staff.carla)
    tonight = [each.stay for each in people_at_door(site, today, reader=staff.carla).here]
    meals = {Meal.LUNCH: (len(tonight), len(tonight)), Meal.DINNER: (len(tonight), len(tonight))}
    record_meals(site, day=today - datetime.timedelta(days=1), meals=meals, by=staff.carla)
    adults = [stay for stay in tonight if (stay.individual.age_on(today) or 0) >= ADULT]
    if len(adults) > 1:
        go_out(adults[0], by=staff.carla)
        _record_incident(adults[1], staff, today)


def _record_incident(stay: Placement, staff: Staff, today: datetime.date) -> None:
    """An incident about which the person was asked, and a talk that settled it."""
    incident = record_site_incident(
        stay,
        on=max(stay.starts_on, today - datetime.timedelta(days=2)),
        kind=SiteIncidentKind.HOUSE_RULES,
        account="Volvió después de cerrada la puerta y discutió con el guarda.",
        statement_state=OwnStatement.GIVEN,
        statement="El bus se varó. No quería discutir.",
        by=staff.carla,
    )
    because = "Se aclaró con el guarda."
    decide_site_incident(incident, decision=SiteDecision.TALK, because=because, by=staff.carla)
