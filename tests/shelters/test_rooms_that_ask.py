"""Of many sites those are judged last where adults alone need a reason for sure; what is offered stays the same."""

import datetime

import pytest

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.register.choices import Sex
from shelters import beds_for_family
from shelters.beds_for_family import Search
from shelters.models import Room, Site
from tests.casework.identity.fill_person import a_code
from tests.shelters.build import SINCE, a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
F, M, UNKNOWN = Sex.FEMALE, Sex.MALE, Sex.UNKNOWN


@pytest.fixture
def shared(cast):
    """The site with the tightest place: a room of two beds, for somebody asleep in it and one more."""
    return a_site(cast.cucuta, beds=[2], run_by=cast.carla)


@pytest.fixture
def sites(cast, shared):
    return [shared, a_site(cast.cucuta, beds=[3], run_by=cast.carla)]


@pytest.fixture
def person(cast):
    return in_words(people_of(a_family(cast.norte))[0], M, 30, cast)


@pytest.fixture
def search(cast, sites, monkeypatch):
    """What is offered at the one best site, and the sites that were judged for it."""

    def search_(*people, **asked):
        case = people[0].memberships.get().case
        judged, judge = [], Search._judged
        with monkeypatch.context() as patched:
            patched.setattr(
                Search, "_judged", lambda self, run: judged.append(run.site_id) or judge(self, run)
            )
            asked = {"sites": sites, "night": cast.carla.today(), "until": None} | asked
            runs = Search(case, people, reader=cast.carla, **asked).runs(most_sites=1)
        return [run.key for run in runs], {*judged}

    return search_


def in_words(person, sex, age, cast):
    person.sex = sex
    person.birth_year = None if age is None else cast.carla.today().year - age
    person.save()
    return person


def asleep(cast, site, sex, age, case=None):
    who = in_words(people_of(case or a_family(cast.norte))[-1], sex, age, cast)
    a_stay(who, site, beds_of(site)[0], by=cast.carla)
    return who


@pytest.mark.parametrize(
    ("placed", "other", "is_judged"),
    [
        ((M, 30), (F, 30), False),
        ((F, 30), (M, 30), False),
        ((UNKNOWN, 30), (F, 30), False),
        ((M, 30), (UNKNOWN, 30), False),
        ((M, None), (F, 30), False),
        ((M, 30), (M, 8), False),
        ((M, 30), (M, 30), True),
        ((F, 30), (F, 30), True),
        # Whoever is not a man may sleep beside a child, and what the year leaves open is for the rules to say.
        ((F, 30), (F, 8), True),
        ((M, 30), (F, None), True),
        ((M, 30), (F, 18), True),
        ((UNKNOWN, 30), (UNKNOWN, 30), True),
        ((M, 8), (F, 30), True),
    ],
)
def test_a_room_asks_for_sure_beside_adults_of_another_sex_and_a_man_beside_a_child(
    cast, shared, sites, person, search, monkeypatch, placed, other, is_judged
):
    asleep(cast, shared, *other)
    in_words(person, *placed, cast)
    offered, judged = search(person)
    assert (shared.pk in judged) is is_judged
    monkeypatch.setattr(beds_for_family, "rooms_that_ask", lambda *_known: set())
    assert search(person) == (offered, judged | {shared.pk})


def test_beside_the_own_family_and_relatives_nothing_is_asked_for_sure(
    cast, shared, person, search
):
    case = a_family(cast.norte, 2)
    asleep(cast, shared, F, 30, case)
    husband = in_words(people_of(case)[0], M, 30, cast)
    assert shared.pk in search(husband)[1]
    [wife] = people_of(case)[1:]
    assert shared.pk not in search(person)[1]
    a, b = sorted((person, wife), key=lambda each: each.pk)
    bond = {"key_id": a.key_id, "recorded_by": cast.ana, "kind": Bond.SIBLING}
    Relationship.objects.create(individual_a=a, individual_b=b, **bond)
    assert shared.pk in search(person)[1]


def test_where_a_couple_is_placed_only_a_room_asks_for_sure_that_asks_of_both(
    cast, search, today, monkeypatch
):
    man, woman = people_of(a_family(cast.norte, 2))
    couple = in_words(man, M, 30, cast), in_words(woman, F, 30, cast)
    bed = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla)
    unpaid = a_site(cast.cucuta, beds=[1, 1], run_by=cast.carla, paid_until=today + DAY)
    asked = {"sites": [bed, unpaid], "until": today + 3 * DAY}
    # In one room a man and in the other a woman: he beside him, she beside her.
    [one, _, other, _] = beds_of(bed)
    for who, place in ((M, one), (F, other)):
        sleeper = in_words(people_of(a_family(cast.norte))[0], who, 30, cast)
        a_stay(sleeper, bed, place, by=cast.carla)
    offered, judged = search(*couple, **asked)
    assert bed.pk in judged
    monkeypatch.setattr(beds_for_family, "rooms_that_ask", lambda *_known: set())
    assert search(*couple, **asked) == (offered, judged)


def test_who_leaves_before_the_night_or_comes_after_it_does_not_count(
    cast, shared, person, search, today
):
    woman = asleep(cast, shared, F, 30)
    woman.placements.update(planned_end_on=today, checked_in_at=None)
    assert shared.pk in search(person)[1]
    woman.placements.update(starts_on=today + DAY, planned_end_on=None)
    assert shared.pk in search(person, until=today + DAY)[1]


@pytest.mark.parametrize("people", [1, 3])
def test_what_every_bed_of_a_site_lacks_spares_work_and_changes_no_offer(cast, monkeypatch, people):
    """Whoever needs a cot that no room has needs a reason everywhere: other beds of that site are no better."""
    family = a_family(cast.norte, people)
    [wanted, *_others] = who = people_of(family)
    for number in range(6):
        site = a_site(cast.cucuta, beds=[2, 1, 2], run_by=cast.carla)
        Room.objects.filter(site=site, name="103").update(has_cot=number == 4)
    SpecificNeed.objects.create(
        key_id=wanted.key_id,
        individual=wanted,
        code=a_code("DS-CO", room_needs=["cot"]),
        starts_on=SINCE,
        source="observed",
        recorded_by=cast.ana,
    )

    def offered():
        search = Search(
            wanted.memberships.get().case,
            who,
            sites=list(Site.objects.all()),
            night=cast.carla.today(),
            until=None,
            reader=cast.carla,
        )
        asked, count = [], Search._with_reasons_counted
        monkeypatch.setattr(
            Search,
            "_with_reasons_counted",
            lambda self, run: asked.append(run) or count(self, run),
        )
        runs = search.runs(most_sites=3)
        monkeypatch.setattr(Search, "_with_reasons_counted", count)
        return [(run.key, run.asks) for run in runs], len(asked)

    runs, tried = offered()
    monkeypatch.setattr(Search, "_fewest_reasons", lambda self, site: 0)
    monkeypatch.setattr(beds_for_family, "READ_AT_ONCE", 1)
    as_before, tried_before = offered()
    assert runs == as_before
    assert not runs[0][1], "the site that has a cot is offered first"
    assert tried < tried_before
