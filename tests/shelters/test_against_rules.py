"""Facts change while people sleep in one room already: who then sleeps against a rule is on a list."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.register.choices import Sex
from shelters.actions import placements
from shelters.choices import BedRule, RoomKind
from shelters.models import StayReason
from tests.casework.identity.fill_person import a_code
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import (
    SINCE,
    a_family,
    a_room,
    a_site,
    a_stay,
    against_rules,
    beds_of,
    people_of,
)
from worklist.today.blocks.beds import counts
from worklist.today.facts import TodayFacts

# Session, user, grants; notices, kept views; the count and the rows; once who sleeps where, and what is on file.
MOST_QUERIES = 19


@pytest.fixture
def two(cast, site):
    """Two men of different families in one room, checked in."""
    here = {"by": cast.carla, "checked_in_at": timezone.now()}
    return [
        a_stay(people_of(a_family(cast.norte, names=[name]))[0], site, bed, **here)
        for name, bed in zip(("Zoilo", "Abel"), beds_of(site), strict=False)
    ]


def page_of_list(user):
    return page_of(as_(user).get(reverse("placement-list"), {"state": "against_rule"}))


def count_on_today(user):
    [tile] = [each for each in counts(TodayFacts(user)) if each.url.endswith("against_rule")]
    return tile.number


def keep_apart(cast, one, other, today):
    first, second = sorted([one.individual, other.individual], key=lambda each: each.pk)
    Relationship.objects.create(
        key_id=first.key_id,
        individual_a=first,
        individual_b=second,
        kind=Bond.APART,
        starts_on=today,
        recorded_by=cast.ana,
    )


def test_whom_somebody_said_to_keep_apart_is_on_the_list_with_the_other(cast, two, today):
    assert count_on_today(cast.carla) == 0
    assert not page_of_list(cast.carla).rows
    keep_apart(cast, *two, today)
    assert count_on_today(cast.carla) == 2
    page = page_of_list(cast.carla)
    assert len(page.rows) == 2
    apart = "personas que deben estar separadas comparten habitación"
    assert page.says(f"{apart}: junto a Zoilo", f"{apart}: junto a Abel")


def test_of_a_full_room_three_are_named_and_the_others_counted(cast, today):
    house = a_site(cast.cucuta, beds=[6], run_by=cast.carla)
    here = {"by": cast.carla, "checked_in_at": timezone.now()}
    names = ("Rosa", "Abel", "Beto", "Ciro", "Darío", "Elio")
    for name, bed in zip(names, beds_of(house), strict=True):
        [person] = people_of(a_family(cast.norte, names=[name]))
        person.sex = Sex.FEMALE if name == "Rosa" else Sex.MALE
        person.save()
        a_stay(person, house, bed, **here)
    page = page_of_list(cast.carla)
    state = {row["Quién"].split()[0]: row["Estado"] for row in page.rows}
    named = {
        who: [name for name in names if name in said and name != who] for who, said in state.items()
    }
    assert named.pop("Rosa") == ["Abel", "Beto", "Ciro"]
    assert "y 2 más" in state["Rosa"]
    assert named == {man: ["Rosa"] for man in names[1:]}, "of two men nobody says that they differ"
    assert page.links[reverse("site-night", args=[house.pk])].startswith("Ver la habitación")


def test_a_birth_that_is_put_right_is_on_the_list_until_somebody_moves(cast, site, two, today):
    child = two[0].individual
    child.birth_year = today.year - 11
    child.save()
    assert set(against_rules(cast.carla, today)) == {stay.pk for stay in two}
    move = {"bed": beds_of(site)[3], "on": today, "reason": "La cuida la vecina."}
    placements.move(two[0], **move, by=cast.carla)
    assert against_rules(cast.carla, today) == {}


def test_what_was_answered_is_not_on_the_list(cast, two, today):
    woman = two[0].individual
    woman.sex = Sex.FEMALE
    woman.save()
    assert set(against_rules(cast.carla, today)) == {stay.pk for stay in two}
    for stay in two:
        StayReason.objects.create(
            key_id=stay.individual.key_id,
            individual=stay.individual,
            placement=stay,
            rules=[BedRule.BOTH_SEXES],
            reason="Son pareja.",
            recorded_by=cast.carla,
        )
    assert against_rules(cast.carla, today) == {}


def test_the_list_costs_the_same_for_one_and_for_four(cast, client):
    """All of them on the list, each beside all others, with a need that the hall does not meet."""
    house = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(house, 40, name="Salón", kind=RoomKind.HALL, floor=2)
    free = iter(beds_of(house))
    client.force_login(cast.carla)

    def one_more():
        [person] = people_of(a_family(cast.norte))
        person.birth_year = cast.carla.today().year - 11
        person.save()
        SpecificNeed.objects.create(
            key_id=person.key_id,
            individual=person,
            code=a_code("SM-MI", room_needs=["quiet"]),
            starts_on=SINCE,
            source="observed",
            recorded_by=cast.ana,
        )
        here = {"by": cast.carla, "checked_in_at": timezone.now()}
        return a_stay(person, house, next(free), **here)

    def queries(rows):
        address = reverse("placement-list") + "?state=against_rule"
        client.get(address)
        with CaptureQueriesContext(connection) as found:
            answer = client.get(address)
        assert len(page_of(answer).rows) == rows
        assert answer.context["total"] == rows
        return len(found)

    one_more()
    one = queries(1)
    for _ in range(3):
        one_more()
    assert queries(4) == one <= MOST_QUERIES


def test_who_does_not_run_the_site_sees_nobody_there(cast, two, today):
    keep_apart(cast, *two, today)
    assert against_rules(cast.luis, today) == {}
    assert not page_of_list(cast.ana).rows
