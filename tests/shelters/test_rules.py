"""The arithmetic of stays, occupancy and rows of beds, without a database."""

import datetime
import uuid
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from shelters.rules.occupancy import Occupancy, square_metres_per_person
from shelters.rules.runs import MOST_AT_A_SITE, FreeBed, Run, best_runs, spread_over_rooms
from shelters.rules.stays import nights

DAY = datetime.timedelta(days=1)
MARCH = datetime.date(2019, 3, 1)
days = st.dates(datetime.date(2019, 1, 1), datetime.date(2020, 12, 31))


def test_a_church_shelter_made_for_ten_with_forty_people_is_at_400_per_cent():
    church = Occupancy(sleepers=40, beds=10, free=0, surge=30, surge_free=0)
    assert (church.percent, church.above_capacity, church.surge_taken) == (400, 30, 30)


def test_without_beds_there_is_no_rate():
    assert Occupancy(sleepers=3, beds=0, free=0).percent is None


def test_half_a_per_cent_is_rounded_up():
    assert [Occupancy(each, 200, 0).percent for each in (0, 1, 2, 3)] == [0, 1, 1, 2]


def test_an_open_stay_counts_until_the_period_ends():
    assert nights(MARCH, None, first=MARCH - 9 * DAY, last=MARCH + 5 * DAY) == 5


def test_area_per_person_needs_both_numbers():
    assert square_metres_per_person(110, 40) == 2.8
    assert square_metres_per_person(None, 40) is None
    assert square_metres_per_person(110, 0) is None


@given(days, st.none() | st.integers(0, 60), days, st.integers(0, 60))
def test_nights_of_a_stay_are_those_slept_inside_the_period(starts_on, length, first, span):
    ends_on = None if length is None else starts_on + length * DAY
    last = first + span * DAY
    slept = [
        first + each * DAY
        for each in range(span)
        if starts_on <= first + each * DAY and (ends_on is None or first + each * DAY < ends_on)
    ]
    assert nights(starts_on, ends_on, first=first, last=last) == len(slept)


@given(days, st.integers(0, 60), st.integers(0, 30), st.integers(0, 30))
def test_no_night_is_counted_twice_when_a_period_is_cut_in_two(starts_on, length, before, after):
    ends_on = starts_on + length * DAY
    cut = starts_on + before * DAY
    whole = nights(starts_on, ends_on, first=starts_on, last=cut + after * DAY)
    parts = nights(starts_on, ends_on, first=starts_on, last=cut) + nights(
        starts_on, ends_on, first=cut, last=cut + after * DAY
    )
    assert whole == parts


@given(st.integers(0, 500), st.integers(1, 200))
def test_above_capacity_and_rate_say_the_same(sleepers, beds):
    occupancy = Occupancy(sleepers, beds, 0)
    assert occupancy.above_capacity == max(0, sleepers - beds)
    assert abs(occupancy.percent * beds - 100 * sleepers) <= beds / 2


def house(*rooms, site=None):
    """Free beds of one site: for each room the positions that are free; negative ones are surge places."""
    site = site or uuid.uuid4()
    return [
        FreeBed(site, room_id, uuid.uuid4(), abs(position), position < 0)
        for positions, room_id in ((positions, uuid.uuid4()) for positions in rooms)
        for position in positions
    ]


def test_a_family_gets_the_room_that_fits_rather_than_a_large_one():
    beds = house([1, 2, 3, 4, 5, 6], [1, 2, 3])
    best, second = best_runs(beds, 3)
    assert [each.room_id for each in best.beds] == [beds[-1].room_id] * 3
    assert second.left_over == 3


def test_neighbouring_beds_come_before_scattered_ones():
    beds = house([1, 3, 5, 6, 7])
    (best,) = best_runs(beds, 3)
    assert [each.position for each in best.beds] == [5, 6, 7]


def test_a_family_is_split_over_as_few_rooms_as_can_be():
    (best,) = best_runs(house([1], [1, 2], [1, 2, 3]), 4)
    assert (best.rooms, len(best.beds)) == (2, 4)


def test_surge_places_are_the_last_resort():
    ordinary, surge = house([1, 2]), house([-1, -2])
    best, last = best_runs(sorted(ordinary + surge, key=lambda bed: str(bed.site_id)), 2)
    assert (best.surge, last.surge) == (0, 2)


def test_what_is_refused_is_not_offered_and_what_asks_for_a_reason_comes_last():
    beds = house([1, 2], [1, 2], [1, 2])
    refused, asked, free = (beds[first].room_id for first in (0, 2, 4))

    def judge(run):
        room = run.beds[0].room_id
        return None if room == refused else run._replace(asks=int(room == asked))

    assert [run.beds[0].room_id for run in best_runs(beds, 2, judge=judge)] == [free, asked]


@pytest.mark.parametrize("answers", [*product((0, 1, None), repeat=4)])
def test_rooms_are_judged_until_two_ask_for_nothing_and_the_best_are_those_of_all(answers):
    beds = house([1, 2, 3, 4, 5], [1, 2, 3], [1, 2], [1, 2, 3, 4])
    answer_of = dict(zip(dict.fromkeys(bed.room_id for bed in beds), answers, strict=True))
    judged = []

    def judge(run):
        if run.rooms > 1:
            return None
        answer = answer_of[run.beds[0].room_id]
        judged.append(answer)
        return None if answer is None else run._replace(asks=answer)

    left_over = (3, 1, 0, 2)
    of_all = sorted(
        (answer, left)
        for answer, left in zip(answers, left_over, strict=True)
        if answer is not None
    )
    found = [(run.asks, run.left_over) for run in best_runs(beds, 2, judge=judge)]
    assert found == of_all[:MOST_AT_A_SITE]
    assert judged.count(0) <= MOST_AT_A_SITE


def test_a_family_that_no_single_room_may_hold_is_split():
    beds = house([1, 2, 3], [1], [1, 2])

    def judge(run):
        return None if run.rooms == 1 else run

    assert {run.rooms for run in best_runs(beds, 3, judge=judge)} == {2}


def test_an_adult_sleeps_in_every_room_of_a_family():
    beds = house([1, 2], [1, 2])
    run = spread_over_rooms(best_runs(beds, 4)[0], [True, False, False, True])
    rooms = [bed.room_id for bed in run.beds]
    assert rooms[0] != rooms[3]
    assert set(run.beds) == set(beds)


def test_the_youngest_sleep_where_the_adult_beside_whom_they_belong_sleeps():
    beds = house([1, 2], [1, 2, 3])
    [run] = best_runs(beds, 5)
    # Father, mother, a boy of eight, a baby, an uncle: she gets the larger room, and the small ones with her.
    run = spread_over_rooms(run, [True, True, False, False, True], {2: 1, 3: 1}, [35, 30, 8, 0, 22])
    rooms = [bed.room_id for bed in run.beds]
    assert rooms[1] == rooms[2] == rooms[3] == beds[-1].room_id
    assert rooms[0] == rooms[4] == beds[0].room_id
    assert set(run.beds) == set(beds)


def test_where_not_all_small_ones_have_a_bed_beside_her_the_youngest_has():
    run = spread_over_rooms(
        best_runs(house([1, 2], [1, 2]), 4)[0],
        [True, True, False, False],
        {2: 1, 3: 1},
        [35, 30, 8, 0],
    )
    rooms = [bed.room_id for bed in run.beds]
    assert rooms[3] == rooms[1] != rooms[0] == rooms[2]


def by_room(run, ages):
    """The ages of those who sleep in each room, the room with most people first."""
    rooms = {}
    for bed, age in zip(run.beds, ages, strict=True):
        rooms.setdefault(bed.room_id, []).append(age)
    return sorted((sorted(each) for each in rooms.values()), key=lambda each: (-len(each), each))


def test_where_rooms_without_an_adult_cannot_be_helped_the_oldest_children_sleep_in_them():
    ages = [34, 30, 14, 9, 7, 4, 15]
    [run] = best_runs(house([1, 2, 3], [1, 2], [1, 2]), 7)
    grown_up, beside = [age >= 18 for age in ages], {3: 1, 4: 1, 5: 1}
    run = spread_over_rooms(run, grown_up, beside, ages)
    assert by_room(run, ages) == [[4, 7, 30], [9, 34], [14, 15]]
    for room in {bed.room_id for bed in run.beds}:
        positions = [bed.position for bed in run.beds if bed.room_id == room]
        assert positions == sorted(positions)


def test_a_room_in_which_their_mother_sleeps_already_is_for_the_youngest():
    ages = [15, 4, 9]
    beds = house([1, 2], [1])
    [run] = best_runs(beds, 3)
    run = spread_over_rooms(run, [False] * 3, {}, ages, {beds[-1].room_id})
    assert by_room(run, ages) == [[9, 15], [4]]


rooms_of_beds = st.lists(st.sets(st.integers(1, 12), max_size=8).map(sorted), max_size=6)


@given(st.lists(rooms_of_beds, max_size=3), st.integers(1, 9))
def test_every_run_sleeps_exactly_the_family_at_one_site(sites, size):
    free = [bed for rooms in sites for bed in house(*rooms)]
    runs = best_runs(free, size)
    of_sites = [list(of_site) for _site, of_site in groupby(runs, key=lambda run: run.site_id)]
    assert len({run.site_id for run in runs}) == len(of_sites)
    assert [of_site[0].cost for of_site in of_sites] == sorted(each[0].cost for each in of_sites)
    for of_site in of_sites:
        assert len(of_site) <= MOST_AT_A_SITE
        assert [run.cost for run in of_site] == sorted(run.cost for run in of_site)
    for run in runs:
        assert len({bed.bed_id for bed in run.beds}) == size
        assert len({bed.site_id for bed in run.beds}) == 1
        assert set(run.beds) <= set(free)


@given(st.lists(st.integers(1, 4), min_size=2, max_size=4), st.data())
def test_no_child_sleeps_without_an_adult_in_place_of_an_older_one(sizes, data):
    size = sum(sizes)
    ages = data.draw(st.lists(st.integers(0, 40), min_size=size, max_size=size))
    grown_up = [age >= 18 for age in ages]
    mother = next((index for index, age in enumerate(ages) if age >= 18), None)
    beside = {} if mother is None else {at: mother for at, age in enumerate(ages) if age < 12}
    beds = house(*(range(1, each + 1) for each in sizes))
    run = Run(tuple(beds), rooms=len(sizes), surge=0, gaps=0, left_over=0)
    run = spread_over_rooms(run, grown_up, beside, ages)
    assert sorted(run.beds) == sorted(beds)
    rooms = by_room(run, ages)
    with_adult = [age for room in rooms if room[-1] >= 18 for age in room if age < 18]
    alone = [age for room in rooms if room[-1] < 18 for age in room]
    most = sum(sorted(sizes, reverse=True)[: sum(grown_up)]) - sum(grown_up)
    assert not with_adult or not alone or max(with_adult) <= min(alone)
    assert len(with_adult) == min(size - sum(grown_up), max(most, 0)) or not alone


@given(rooms_of_beds, st.integers(1, 9))
def test_a_site_with_enough_beds_always_offers_a_run(rooms, size):
    free = house(*rooms)
    assert bool(best_runs(free, size)) is (len(free) >= size)
