"""Cover merges in the database; here it is held against a naive count of days."""

import datetime
import itertools
from typing import Any

import pytest
from django.db import transaction
from django.utils import timezone
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from aid.choices import AidKind
from aid.coverage import coverage
from aid.models import Commitment
from aid.rules.spans import Span, next_start, span_on, uncovered_spans
from casework.register.models.case import FamilyMember
from shelters.models import Placement
from tests.aid.build import a_commitment, an_agreement
from tests.cast import Cast
from tests.shelters.build import a_family, a_site
from vault.keys import issue_key

DAY = datetime.timedelta(days=1)
FIRST = datetime.date(2019, 2, 20)
LENGTH = 12


def day(number: int) -> datetime.date:
    return FIRST + DAY * number


@st.composite
def spans(draw: Any) -> tuple[int, int | None]:
    start = draw(st.integers(0, LENGTH - 1))
    return start, draw(st.one_of(st.none(), st.integers(start, LENGTH)))


@st.composite
def promises(draw: Any) -> dict[str, Any]:
    return {
        "target": draw(st.sampled_from(["individual", "case", "site"])),
        "span": draw(spans()),
        "agreement": draw(st.one_of(st.none(), st.integers(1, LENGTH))),
        "is_firm": draw(st.booleans()),
    }


def covers(span: tuple[int, int | None], number: int) -> bool:
    start, end = span
    return start <= number and (end is None or number < end)


@pytest.mark.django_db
@settings(
    max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(promised=st.lists(promises(), max_size=5), member=spans(), stay=spans())
def test_cover_is_what_counting_day_by_day_gives(
    cast: Cast, promised: list[dict[str, Any]], member: tuple[int, Any], stay: tuple[int, Any]
) -> None:
    with transaction.atomic():
        expected, found = held_against_days(cast, promised, member, stay)
        transaction.set_rollback(True)
    assert found == expected


def held_against_days(
    cast: Cast, promised: list[dict[str, Any]], member: tuple[int, Any], stay: tuple[int, Any]
) -> tuple[set[int], set[int]]:
    case = a_family(cast.norte, since=FIRST)
    membership = FamilyMember.objects.get(case=case)
    membership.joined_on, membership.left_on = day(member[0]), end(member)
    membership.save()
    person, site = membership.individual, a_site(cast.cucuta)
    Placement.objects.create(
        individual=person,
        case=case,
        site=site,
        starts_on=day(stay[0]),
        ends_on=end(stay),
        checked_in_at=timezone.now(),
        placed_by=cast.carla,
    )
    targets = {"individual": person, "case": case, "site": site}
    for promise in promised:
        write(cast, promise, targets[promise["target"]])
    reach = {"individual": (0, None), "case": member, "site": stay}
    expected = {
        number
        for number in range(LENGTH + 1)
        for promise in promised
        if promise["is_firm"]
        and covers(promise["span"], number)
        and covers(reach[promise["target"]], number)
        and (promise["agreement"] is None or number < promise["agreement"])
    }
    merged = coverage([person.pk], FIRST).get(person.pk, {}).get(AidKind.MEALS, [])
    assert_in_order_and_apart(merged)
    found = {
        number for number in range(LENGTH + 1) if any(span.contains(day(number)) for span in merged)
    }
    return expected, found


def end(span: tuple[int, int | None]) -> datetime.date | None:
    return None if span[1] is None else day(span[1])


def write(cast: Cast, promise: dict[str, Any], target: Any) -> None:
    agreement = None
    if promise["agreement"] is not None:
        agreement = an_agreement(cast, ends_on=day(promise["agreement"]))
    Commitment.objects.create(
        key_id=issue_key(),
        office=cast.cucuta,
        agreement=agreement,
        kind=AidKind.MEALS,
        starts_on=day(promise["span"][0]),
        until=end(promise["span"]),
        is_firm=promise["is_firm"],
        committed_by=cast.carla,
        **{target._meta.model_name: target},
    )


def assert_in_order_and_apart(merged: list[Span]) -> None:
    for earlier, later in itertools.pairwise(merged):
        assert earlier.ends_on is not None
        assert earlier.ends_on < later.starts_on


def test_a_cancelled_stay_brings_no_aid(cast: Cast) -> None:
    case = a_family(cast.norte)
    person = FamilyMember.objects.get(case=case).individual
    site = a_site(cast.cucuta, run_by=cast.carla)
    stay = Placement.objects.create(
        individual=person,
        case=case,
        site=site,
        starts_on=FIRST,
        checked_in_at=timezone.now(),
        placed_by=cast.carla,
    )
    a_commitment(site, by=cast.carla)
    assert coverage([person.pk], FIRST) == {person.pk: {AidKind.LODGING: [Span(FIRST, None)]}}
    Placement.objects.filter(pk=stay.pk).update(
        checked_in_at=None, cancelled_at=stay.placed_at, cancel_reason="mistake"
    )
    assert coverage([person.pk], FIRST) == {}


@given(
    covered=st.sets(st.integers(0, LENGTH)),
    window=st.tuples(st.integers(0, LENGTH), st.integers(0, LENGTH + 4)),
)
def test_gaps_are_the_days_without_cover_after_the_first_covered_day(
    covered: set[int], window: tuple[int, int]
) -> None:
    merged = spans_of_days(covered)
    first, last = window
    expected = {
        number
        for number in range(first, last)
        if covered and number > min(covered) and number not in covered
    }
    found = {
        number
        for gap in uncovered_spans(merged, day(first), day(last))
        for number in range(first, last)
        if gap.contains(day(number))
    }
    assert found == expected


def spans_of_days(days: set[int]) -> list[Span]:
    merged: list[Span] = []
    for number in sorted(days):
        if merged and merged[-1].ends_on == day(number):
            merged[-1] = Span(merged[-1].starts_on, day(number + 1))
        else:
            merged.append(Span(day(number), day(number + 1)))
    return merged


def test_running_and_next_stretch() -> None:
    merged = [Span(day(0), day(2)), Span(day(5), None)]
    assert span_on(merged, day(1)) == merged[0]
    assert span_on(merged, day(2)) is None
    assert next_start(merged, day(2)) == day(5)
    assert next_start(merged, day(5)) is None
