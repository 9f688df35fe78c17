"""The counts behind the funder's monthly table."""

import datetime
import uuid
from collections import Counter

from aid.rules.gaps import month_after
from reference.models import Municipality, RegionalDirectorate
from reporting.choices import Indicator
from reporting.figures.arrivals import arrived_between, people_of_offices
from reporting.figures.people import count_people
from reporting.figures.sheltered import by_municipality
from reporting.rules.funder_rows import Block


def arrivals_block(office_ids: set[uuid.UUID], first: datetime.date, end: datetime.date) -> Block:
    """Arrivals (I02) by regional directorate; [first, end) are whole months.

    Each month uses the ages on its own last day, so that a quarter is the sum of its months.
    """
    counts: Counter[tuple[str, str, str]] = Counter()
    people = people_of_offices(office_ids)
    while first < end:
        after = month_after(first, 1)
        counts.update(
            count_people(
                arrived_between(people, first, after),
                on=after - datetime.timedelta(days=1),
                by="arrival__directorate",
            )
        )
        first = after
    return Block(
        Indicator.ARRIVALS, counts, dict(RegionalDirectorate.objects.values_list("code", "name"))
    )


def sheltered_block(office_ids: set[uuid.UUID], night: datetime.date) -> Block:
    """People sheltered (I03) by municipality; not by site, because a site's name would reveal where people sleep."""
    counts: Counter[tuple[str, str, str]] = Counter()
    for code, people in by_municipality(office_ids, night).items():
        for (_, population, column), number in count_people(people, on=night).items():
            counts[code, population, column] += number
    return Block(
        Indicator.SHELTERED, counts, dict(Municipality.objects.values_list("code", "name"))
    )
