"""The counts behind the funder's monthly table."""

import datetime
import uuid
from collections import Counter

from reference.models import Municipality, RegionalDirectorate
from reporting.choices import Indicator
from reporting.figures.arrivals import arrived_between, of_office
from reporting.figures.people import count_people
from reporting.figures.sheltered import by_municipality
from reporting.rules.funder_rows import Block


def arrivals_block(office_ids: set[uuid.UUID], first: datetime.date, end: datetime.date) -> Block:
    """I02 by regional directorate."""
    last_day = end - datetime.timedelta(days=1)
    people = arrived_between(of_office(office_ids), first, end)
    return Block(
        Indicator.ARRIVALS,
        count_people(people, on=last_day, by="arrival__directorate"),
        dict(RegionalDirectorate.objects.values_list("code", "name")),
    )


def sheltered_block(office_ids: set[uuid.UUID], night: datetime.date) -> Block:
    """I03 by municipality; never by site, because a site's name would tell where people sleep."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for code, people in by_municipality(office_ids, night).items():
        for (_, population, column), number in count_people(people, on=night).items():
            counts[code, population, column] += number
    return Block(
        Indicator.SHELTERED, counts, dict(Municipality.objects.values_list("code", "name"))
    )
