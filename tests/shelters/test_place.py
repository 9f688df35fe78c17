"""Placing people: who may, what is refused and in which words."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.access import NotAllowed
from accounts.models import AuditEvent
from casework.register.choices import CaseStatus, EndReason
from shelters.actions import beds as bed_actions
from shelters.actions import placements
from shelters.actions.cancelling import cancel
from shelters.choices import ClosureReason, StayStatus
from shelters.models import Placement
from shelters.refusals import (
    BedNotInService,
    BedTaken,
    NoCaseOpen,
    NotEnoughBeds,
    PersonHasPlace,
    StayNotOpen,
    StillInUse,
)
from tests.shelters.acts import check_in, check_out
from tests.shelters.build import a_family, a_room, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)


def test_a_coordinator_places_somebody_who_waits(cast, site, family, today):
    bed = beds_of(site)[0]
    stay = placements.place(
        people_of(family)[0], site=site, bed=bed, starts_on=today, by=cast.carla
    )
    assert (stay.case, stay.status_on(today)) == (family, StayStatus.ARRIVES)
    event = AuditEvent.objects.get(verb="placement.placed")
    assert (event.actor, event.case_id, event.details["bed"]) == (
        cast.carla,
        family.pk,
        str(bed.pk),
    )


def test_a_caseworker_or_another_office_places_nobody(cast, site, family, today):
    for stranger in (cast.ana, cast.mara, cast.adela, cast.lucia):
        with pytest.raises(NotAllowed):
            placements.place(people_of(family)[0], site=site, starts_on=today, by=stranger)


def test_a_coordinator_places_nobody_at_a_site_of_others(cast, site, family, today):
    with pytest.raises(NotAllowed):
        placements.place(
            people_of(family)[0], site=a_site(cast.cucuta), starts_on=today, by=cast.carla
        )


def test_a_taken_bed_is_refused_with_who_has_it_and_what_is_free(cast, site, family, today):
    bed = beds_of(site)[0]
    one, other, _ = people_of(family)
    placements.place(one, site=site, bed=bed, starts_on=today, by=cast.carla)
    with pytest.raises(BedTaken) as refusal:
        placements.place(other, site=site, bed=bed, starts_on=today + 3 * DAY, by=cast.carla)
    who, free = map(str, refusal.value.sentences)
    assert who.startswith(one.display_name)
    assert "101" in free


def test_who_has_the_bed_stays_unsaid_when_the_case_is_restricted(cast, site, family, today):
    hidden = a_family(cast.sur, 1, names=["Canario"], is_restricted=True)
    bed = beds_of(site)[0]
    a_stay(people_of(hidden)[0], site, bed, by=cast.sonia)
    with pytest.raises(BedTaken) as refusal:
        placements.place(people_of(family)[0], site=site, bed=bed, starts_on=today, by=cast.carla)
    assert "Canario" not in str(refusal.value)


def test_of_a_family_it_is_said_who_has_a_place_already_and_nobody_gets_one(
    cast, site, family, today
):
    one, other, third = people_of(family)
    elsewhere = a_site(cast.cucuta, run_by=cast.carla)
    placements.place(
        other, site=elsewhere, bed=beds_of(elsewhere)[0], starts_on=today, by=cast.carla
    )
    wanted = dict(zip([one, other, third], beds_of(site), strict=False))
    with pytest.raises(PersonHasPlace) as refusal:
        placements.place_family(
            family, site=site, assignments=wanted, starts_on=today, by=cast.carla
        )
    assert str(refusal.value).startswith(other.display_name)
    assert [stay.individual for stay in Placement.objects.all()] == [other]


def test_a_family_of_six_is_asked_about_with_as_many_questions_as_one_of_two(cast, today):
    def questions(size):
        family, site = a_family(cast.norte, size), a_site(cast.cucuta, beds=[6], run_by=cast.carla)
        wanted = dict(zip(people_of(family), beds_of(site), strict=False))
        with CaptureQueriesContext(connection) as asked:
            stays = placements.place_family(
                family, site=site, assignments=wanted, starts_on=today, by=cast.carla
            )
        assert len(stays) == size
        return len(asked)

    questions(2)
    assert questions(6) == questions(2)


def test_somebody_with_a_place_is_moved_and_not_placed_again(cast, site, family, today):
    one = people_of(family)[0]
    first, second, *_ = beds_of(site)
    placements.place(one, site=site, bed=first, starts_on=today, by=cast.carla)
    with pytest.raises(PersonHasPlace, match="Hotel Puente"):
        placements.place(one, site=site, bed=second, starts_on=today, by=cast.carla)


def test_a_bed_out_of_service_takes_nobody(cast, site, family, today):
    bed = beds_of(site)[0]
    bed_actions.close_bed(
        bed,
        starts_on=today + DAY,
        ends_on=today + 5 * DAY,
        reason=ClosureReason.PEST,
        by=cast.carla,
    )
    one = people_of(family)[0]
    with pytest.raises(BedNotInService):
        placements.place(
            one,
            site=site,
            bed=bed,
            starts_on=today,
            planned_end_on=today + 3 * DAY,
            by=cast.carla,
        )
    assert not Placement.objects.exists()


def test_a_bed_of_another_site_is_refused_in_words(cast, site, family, today):
    elsewhere = beds_of(a_site(cast.cucuta))[0]
    with pytest.raises(BedNotInService):
        placements.place(
            people_of(family)[0], site=site, bed=elsewhere, starts_on=today, by=cast.carla
        )


def test_nobody_is_placed_at_a_closed_site(cast, family, today):
    closed = a_site(cast.cucuta, run_by=cast.carla, closed_on=today)
    with pytest.raises(BedNotInService):
        placements.place(people_of(family)[0], site=closed, starts_on=today, by=cast.carla)


def test_nobody_of_a_closed_case_is_placed(cast, site, family, today):
    type(family).objects.filter(pk=family.pk).update(
        status=CaseStatus.CLOSED, closed_on=today, end_reason=EndReason.ONWARD
    )
    with pytest.raises(NoCaseOpen):
        placements.place(people_of(family)[0], site=site, starts_on=today, by=cast.sonia)


def test_a_family_gets_one_room_side_by_side(cast, site, family, today):
    stays = placements.place_family(family, site=site, starts_on=today, by=cast.carla)
    assert {stay.individual for stay in stays} == set(people_of(family))
    assert sorted((stay.bed.room.name, stay.bed.name) for stay in stays) == [
        ("102", "1"),
        ("102", "2"),
        ("102", "3"),
    ]


def test_a_family_is_placed_whole_or_not_at_all(cast, site, family, today):
    one, other, last = people_of(family)
    first, second, third, *_ = beds_of(site)
    a_stay(people_of(a_family(cast.sur))[0], site, third, by=cast.carla)
    with pytest.raises(BedTaken):
        placements.place_family(
            family,
            site=site,
            assignments={one: first, other: second, last: third},
            starts_on=today,
            by=cast.carla,
        )
    assert not Placement.objects.filter(case=family).exists()


def test_whoever_is_at_a_site_without_a_bed_moves_into_one(cast, site, family, today):
    one, *_ = people_of(family)
    waiting = a_stay(one, site, by=cast.carla, checked_in_at=timezone.now())
    stays = placements.place_family(family, site=site, starts_on=today, by=cast.carla)
    moved = next(stay for stay in stays if stay.individual == one)
    assert (moved.previous, moved.status_on(today)) == (waiting, StayStatus.STAYING)
    assert len(stays) == 3


def test_a_family_too_large_for_what_is_free_is_told_so(cast, family, today):
    small = a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    with pytest.raises(NotEnoughBeds):
        placements.place_family(family, site=small, starts_on=today, by=cast.carla)


def test_men_are_not_suggested_a_room_for_women(cast, family, today):
    house = a_site(cast.cucuta, beds=[], run_by=cast.carla)
    a_room(house, 6, name="Ala norte", for_whom="women")
    with pytest.raises(NotEnoughBeds):
        placements.place_family(family, site=house, starts_on=today, by=cast.carla)


class TestAStay:
    @pytest.fixture
    def stay(self, cast, site, family):
        person, bed = people_of(family)[0], beds_of(site)[0]
        return a_stay(person, site, bed, by=cast.carla, checked_in_at=None)

    def test_goes_from_arrival_to_leaving(self, cast, stay, today):
        check_in(stay, by=cast.carla)
        left = check_out(stay, on=today, by=cast.carla)
        assert (left.status_on(today), left.ends_on) == (StayStatus.ENDED, today)
        with pytest.raises(StayNotOpen):
            check_in(stay, by=cast.carla)

    def test_is_not_left_before_anybody_came(self, cast, stay, today):
        with pytest.raises(StayNotOpen):
            check_out(stay, on=today, by=cast.carla)

    def test_is_cancelled_only_before_anybody_came(self, cast, stay, today):
        check_in(stay, by=cast.carla)
        with pytest.raises(StayNotOpen):
            cancel(stay, reason="no_show", by=cast.carla)

    def test_that_was_cancelled_frees_its_bed(self, cast, stay, family, today):
        cancel(stay, reason="no_show", by=cast.carla)
        other = people_of(family)[1]
        placements.place(other, site=stay.site, bed=stay.bed, starts_on=today, by=cast.carla)

    def test_moves_and_remembers_where_it_came_from(self, cast, stay, site, today):
        check_in(stay, by=cast.carla)
        target = beds_of(site)[-1]
        moved = placements.move(stay, bed=target, on=today, by=cast.carla)
        stay.refresh_from_db()
        assert (stay.ends_on, moved.starts_on, moved.previous, moved.bed) == (
            today,
            today,
            stay,
            target,
        )
        assert moved.status_on(today) == StayStatus.STAYING

    def test_that_cannot_move_stays_as_it_was(self, cast, stay, site, today):
        check_in(stay, by=cast.carla)
        taken = beds_of(site)[1]
        a_stay(people_of(a_family(cast.sur))[0], site, taken, by=cast.carla)
        with pytest.raises(BedTaken):
            placements.move(stay, bed=taken, on=today, by=cast.carla)
        stay.refresh_from_db()
        assert (stay.ends_on, stay.checked_out_at) == (None, None)

    def test_moves_to_another_site_only_where_the_mover_works(self, cast, stay, today):
        with pytest.raises(NotAllowed):
            placements.move(stay, site=a_site(cast.cucuta), on=today, by=cast.carla)
        far = a_site(cast.cucuta)
        assert placements.move(stay, site=far, on=today, by=cast.sonia).site == far

    def test_keeps_its_bed_from_being_closed(self, cast, stay, today):
        with pytest.raises(StillInUse):
            bed_actions.close_bed(
                stay.bed, starts_on=today, reason=ClosureReason.REPAIR, by=cast.carla
            )
