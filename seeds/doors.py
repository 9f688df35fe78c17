"""The doors of the demonstration's sites: rules, and three nights of roll-calls at one hotel."""

import datetime

from seeds.staff import Staff
from shelters.door.actions import call_others_present, set_door_rule, take_roll
from shelters.door.choices import RollPresence
from shelters.door.people import people_at_door
from shelters.models import Site

CALLED = "h1"
ABSENCE_NIGHTS = 3


def keep_doors(staff: Staff, sites: dict[str, Site], today: datetime.date) -> None:
    """Somebody is absent for three nights, so that Today has a line; somebody else is excused for one."""
    site = sites[CALLED]
    set_door_rule(site, absence_nights=ABSENCE_NIGHTS, by=staff.sonia)
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
