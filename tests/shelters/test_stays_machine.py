"""Whatever happens to stays, in any order: nobody sleeps in two beds, no bed has two people, and undoing undoes.

Acts commit, because undoing reads which rows were written in one transaction."""

import datetime
from collections import Counter
from collections.abc import Callable, Iterator, Set
from typing import Any

import pytest
import time_machine
from django.core.exceptions import ValidationError
from django.utils import timezone
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from pages.refusals import ActionRefused
from shelters.actions import placements, presence
from shelters.actions.beds import close_bed, reopen_bed
from shelters.actions.cancelling import cancel_all
from shelters.actions.undo import undo
from shelters.choices import AWAITED, HERE, TO_COME, EarlierStay, StayStatus
from shelters.contracts.actions import record_notice
from shelters.models import Bed, BedClosure, Placement, Site
from shelters.occupied import with_occupancy
from tests.cast import Cast, build_cast
from tests.shelters.build import a_family, a_site, beds_of, people_of

DAY = datetime.timedelta(days=1)
# The history of rows has the database's clock. Ours goes from here to the present: every act is young enough to be undone.
SHIFTS = 9
FACTS = (
    "pk", "individual", "site", "bed", "starts_on", "ends_on", "planned_end_on", "checked_in_at", "checked_out_at",
    "left_to", "previous",
)  # fmt: skip
OPEN = HERE | TO_COME
WHY = "Así se acordó."
some, ahead = st.integers(0, 4), st.sampled_from([0, 0, 1, 2, 3])
nights = st.sampled_from([None, 1, 2, 3, 4])


class Stays(RuleBasedStateMachine):
    """Two hotels with five beds, and five people of two families.

    `since` has the first night of everybody who is there, and `slept` the nights of those who left, as they were told."""

    cast: Cast

    @initialize()
    def begin(self) -> None:
        start = (timezone.now() - SHIFTS * DAY).replace(hour=17, minute=0)
        self.travel = time_machine.travel(start, tick=True)
        self.clock = self.travel.start()
        self.sites = [a_site(self.cast.cucuta, beds=[n], run_by=self.cast.carla) for n in (3, 2)]
        self.beds = [bed for site in self.sites for bed in beds_of(site)]
        families = [a_family(self.cast.norte, size) for size in (3, 2)]
        self.people = [person for family in families for person in people_of(family)]
        self.days = 0
        self.since: dict[Any, datetime.date] = {}
        self.slept: set[tuple[Any, datetime.date]] = set()
        self.last: Any = None
        self.stays: list[Placement] = []
        for number in range(3):
            self.reserve(number, number, 0, number or None)
        self.arrive(0, 0)

    def teardown(self) -> None:
        if hasattr(self, "travel"):
            self.travel.stop()

    @property
    def today(self) -> datetime.date:
        today: datetime.date = self.cast.carla.today()
        return today

    # What people do

    @rule(who=some, bed=some, inside=ahead, stays=nights)
    def reserve(self, who: int, bed: int, inside: int, stays: int | None) -> None:
        where, first = self.beds[bed], self.today + inside * DAY
        told = {"starts_on": first, "planned_end_on": first + stays * DAY if stays else None}
        people = {self.people[who]: where}
        case = self.people[who].memberships.get().case
        self._does(placements.place_family, case, site=where.room.site, assignments=people, **told)

    @precondition(lambda self: self._are(AWAITED))
    @rule(which=some, late=ahead)
    def arrive(self, which: int, late: int) -> None:
        stay = self._one(which, AWAITED)
        first = min(stay.starts_on + late * DAY, self.today)
        if self._does(presence.check_in_all, [stay], first_night=first):
            [now] = [each for each in self.stays if each == stay]
            if now.ends_on:
                # Others slept there since the planned end, or they elsewhere: so they had left.
                assert now.ends_on == stay.planned_end_on < self.today
                self.slept |= {(stay.individual_id, day) for day in _days(first, now.ends_on)}
            else:
                self.since.setdefault(stay.individual_id, first)

    @precondition(lambda self: self._are(HERE))
    @rule(which=some, ago=ahead)
    def leave(self, which: int, ago: int) -> None:
        stay, on = self._one(which, HERE), self.today - ago * DAY
        if self._does(presence.check_out_all, [stay], on=on):
            who = stay.individual_id
            self.slept |= {(who, day) for day in _days(self.since.pop(who), on)}

    @precondition(lambda self: self._are(OPEN))
    @rule(which=some, bed=some, inside=ahead)
    def move(self, which: int, bed: int, inside: int) -> None:
        stay, on = self._one(which, OPEN), self.today + inside * DAY
        self._does(placements.move_all, {stay: self.beds[bed]}, on=on)

    @precondition(lambda self: len(self._are(OPEN)) > 1)
    @rule(which=some)
    def swap(self, which: int) -> None:
        one, two = self._one(which, OPEN), self._one(which + 1, OPEN)
        on = max(self.today, one.starts_on, two.starts_on)
        self._does(placements.move_all, {one: two.bed, two: one.bed}, on=on)

    @precondition(lambda self: self._are(OPEN))
    @rule(which=some)
    def park(self, which: int) -> None:
        stay = self._one(which, OPEN)
        self._does(placements.move_all, {stay: None}, on=max(self.today, stay.starts_on))

    @precondition(lambda self: self._are(OPEN))
    @rule(which=some, stays=nights)
    def extend(self, which: int, stays: int | None) -> None:
        stay = self._one(which, OPEN)
        until = max(self.today, stay.starts_on) + stays * DAY if stays else None
        self._does(placements.extend_all, [stay], planned_end_on=until)

    @precondition(lambda self: self._are(TO_COME))
    @rule(which=some, earlier=st.sampled_from(EarlierStay.values))
    def cancel(self, which: int, earlier: str) -> None:
        self._does(cancel_all, [self._one(which, TO_COME)], earlier=earlier, reason="declined")

    @precondition(lambda self: self.last)
    @rule()
    def take_back(self) -> None:
        stay, before, since, slept = self.last
        if self._does(undo, stay, reason=None):
            assert self._standing() == before
            self.since, self.slept = since, slept
        self.last = None

    @rule(bed=some, inside=ahead, out=nights)
    def close(self, bed: int, inside: int, out: int | None) -> None:
        first = self.today + inside * DAY
        told = {"starts_on": first, "ends_on": first + out * DAY if out else None}
        self._does(close_bed, self.beds[bed], **told, reason="repair", by=self.cast.sonia)

    @precondition(lambda self: self._closures().exists())
    @rule()
    def reopen(self) -> None:
        closure = min(self._closures(), key=lambda each: self.beds.index(each.bed))
        on = max(self.today, closure.starts_on)
        self._does(reopen_bed, closure, on=on, reason=None, by=self.cast.sonia)

    @rule(site=st.integers(0, 1), inside=ahead)
    def give_notice(self, site: int, inside: int) -> None:
        days = {"received_on": self.today, "leaves_on": self.today + inside * DAY}
        said = {"given_by": "owner", "cause": "other", "reason": None}
        self._does(record_notice, self.sites[site], **days, **said)

    @precondition(lambda self: self.days < SHIFTS)
    @rule()
    def tomorrow(self) -> None:
        self.clock.shift(DAY)
        self.days += 1
        self.last = None

    def _does(self, act: Callable[..., Any], *about: Any, **told: Any) -> bool:
        """Whether the act was done. A refusal changes nothing, and a second one cannot be undone before the first."""
        before, since, slept = self._standing(), dict(self.since), set(self.slept)
        said = {"reason": WHY, "by": self.cast.carla, **told}
        try:
            done = act(
                *about, **{name: value for name, value in said.items() if value or name != "reason"}
            )
        except (ActionRefused, ValidationError):
            assert self._standing() == before
            return False
        first = min(done, key=self._in_order) if isinstance(done, list) else None
        self.last = (first, before, since, slept) if first else None
        self.stays = sorted(self._rows().with_people(), key=self._in_order)
        return True

    def _in_order(self, stay: Placement) -> tuple[int, datetime.datetime]:
        """The same order in each run. Keys are random, and decide the order of rows that one act writes."""
        return [person.pk for person in self.people].index(stay.individual_id), stay.placed_at

    def _are(self, states: Set[StayStatus]) -> list[Placement]:
        today = self.today
        return [stay for stay in self.stays if stay.status_on(today) in states]

    def _one(self, which: int, states: Set[StayStatus]) -> Placement:
        stays = self._are(states)
        return stays[which % len(stays)]

    def _rows(self) -> Any:
        return Placement.objects.standing().filter(site__in=self.sites).order_by("placed_at")

    def _standing(self) -> list[Any]:
        return list(self._rows().values_list(*FACTS))

    def _closures(self) -> Any:
        return BedClosure.objects.filter(bed__in=self.beds, ends_on=None)

    # What holds after each of them

    @invariant()
    def no_bed_has_two_people_and_nobody_two_beds(self) -> None:
        if hasattr(self, "stays"):
            slept = list(self._nights())
            assert _twice((stay.bed_id, night) for stay, night in slept if stay.bed_id) == []
            assert _twice((stay.individual_id, night) for stay, night in slept) == []
            assert _twice(self._promised()) == []

    @invariant()
    def a_night_is_slept_by_whoever_had_arrived(self) -> None:
        if hasattr(self, "stays"):
            there = {
                (who, day) for who, first in self.since.items() for day in _days(first, self.today)
            }
            slept = {(stay.individual_id, night) for stay, night in self._nights()}
            assert {each for each in slept if each[1] < self.today} == self.slept | there

    @invariant()
    def occupancy_is_what_is_counted_by_hand(self) -> None:
        if not hasattr(self, "stays"):
            return
        for night in (self.today - DAY, self.today):
            counted = Counter(stay.site_id for stay, slept in self._nights() if slept == night)
            out = BedClosure.objects.on(night).filter(bed__in=self.beds).values("bed")
            beds = Bed.objects.filter(room__site__in=self.sites).exclude(pk__in=out).count()
            keys = [site.pk for site in self.sites]
            sites = with_occupancy(Site.objects.filter(pk__in=keys), night)
            assert [counted[site.pk] for site in sites] == [site.sleepers for site in sites]
            assert sum(site.beds_in_service for site in sites) == beds

    def _nights(self) -> Iterator[tuple[Placement, datetime.date]]:
        """The nights until tonight that count, by hand: from the first until the check-out. Who is to leave today has left."""
        tomorrow = self.today + DAY
        for stay in self.stays:
            if stay.checked_in_at:
                is_leaving = stay.planned_end_on == self.today
                end = stay.ends_on or (self.today if is_leaving else tomorrow)
                for night in _days(stay.starts_on, min(end, tomorrow)):
                    yield stay, night

    def _promised(self) -> Iterator[tuple[Any, datetime.date]]:
        far = self.today + 30 * DAY
        for stay in self.stays:
            for night in _days(stay.starts_on, stay.leaves_on or far) if stay.bed_id else ():
                yield stay.bed_id, night


def _days(first: datetime.date, end: datetime.date) -> list[datetime.date]:
    return [first + number * DAY for number in range((end - first).days)]


def _twice(nights: Any) -> list[Any]:
    return [each for each, number in Counter(nights).items() if number > 1]


@pytest.mark.django_db(transaction=True)
def test_whatever_happens_nobody_has_two_beds_no_bed_two_people_and_undoing_undoes():
    Stays.cast = build_cast()
    run_state_machine_as_test(
        Stays,
        settings=settings(
            max_examples=settings().max_examples // 12,
            stateful_step_count=40,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
