"""Who arrived is counted by the day of the arrival: a split brings nobody, and who left again had come."""

import datetime

import pytest
from django.urls import reverse

from casework.exits.actions import record_exit
from casework.families.actions.builder import split_family
from casework.register.choices import ExitType, Relation
from tests.build import an_arrival, people_of
from tests.cast import as_
from worklist.today.facts import TodayFacts

DAY = datetime.timedelta(days=1)


@pytest.fixture
def today(cast):
    return cast.ana.today()


def counted(cast) -> tuple[int, int]:
    counts = TodayFacts(cast.ana).counts
    return counts["families"], counts["people"]


def listed(cast, address) -> int:
    return as_(cast.ana).get(address).context["total"]


def test_a_split_adds_no_arrival_and_a_person_who_left_again_still_counts(cast, today):
    old = an_arrival(cast, on=today - 9 * DAY)
    fresh = an_arrival(cast, on=today - DAY)
    assert counted(cast) == (1, 4)
    split_family(old, relations={people_of(old)[3]: Relation.PRINCIPAL}, on=today, by=cast.ana)
    assert counted(cast) == (1, 4)
    record_exit(people_of(fresh)[3], type=ExitType.ONWARD, on=today, by=cast.ana)
    assert counted(cast) == (1, 4)
    since = f"?arrived_from={(today - DAY).isoformat()}"
    assert listed(cast, reverse("case-list") + since) == 1
    assert listed(cast, reverse("individual-list") + since) == 4


def test_arrivals_of_some_days_can_be_filtered_by_having_left(cast, today):
    family = an_arrival(cast, on=today - 9 * DAY)
    record_exit(people_of(family)[3], type=ExitType.ONWARD, on=today, by=cast.ana)
    people = reverse("individual-list")
    first = (today - 9 * DAY).isoformat()
    assert listed(cast, f"{people}?left=yes&arrived_from={first}&arrived_until={first}") == 1
    assert listed(cast, f"{people}?left=yes&arrived_from={(today - DAY).isoformat()}") == 0
