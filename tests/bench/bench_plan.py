"""A plan of moves for 500 people and twelve sites: how long somebody waits, and what it saves beside what is found by hand.

No database is asked. The people are those of hotels: many alone, most others in families with children. There are more beds than
people, and in a second world fewer.
"""

import random
import time
import uuid
from collections.abc import Iterator

from casework.register.choices import Sex
from shelters.plan.rules import MoveWays, PlanFamily, PlanRoom, PlanTask, greedy
from shelters.plan.solver import PlanSearch, solve
from shelters.rules.protection import Sleeper
from tests.bench.measure import Goal, Line

PEOPLE, SITES, MOST_SECONDS = 500, 12, 10
NIGHTS = 3
SIZES = (1, 1, 1, 2, 3, 4, 4, 5, 6, 7)
ROOM_SIZES = (1, 2, 2, 3, 4, 4, 5)
HALL = 40


def run(_sizes: list[int]) -> Iterator[Line]:
    """The task has a size of its own, whatever the others were asked for."""
    for words, beds_for_each in (("beds for all", 1.1), ("beds for nine of ten", 0.9)):
        task = a_task(random.Random(17), beds_for_each)  # noqa: S311
        by_hand = greedy(task, PlanSearch(task, 1).ways)
        began = time.perf_counter()
        answer = solve(task)
        took = time.perf_counter() - began
        yield Line(
            f"plan of moves, {words}",
            PEOPLE,
            took * 1000,
            note=f"{told(task, answer.ways)} ({answer.proof}); by hand {told(task, by_hand)}",
            goals=(
                Goal(took, MOST_SECONDS, f"an answer within {MOST_SECONDS} s"),
                Goal(
                    without(task, answer.ways), without(task, by_hand), "as many placed as by hand"
                ),
            ),
        )


def told(task: PlanTask, ways: MoveWays) -> str:
    """Who has no place, and how many families sleep in several rooms."""
    split = sum(len(set(way.rooms)) > 1 for way in ways.values())
    return f"{without(task, ways)} without a place, {split} in several rooms"


def without(task: PlanTask, ways: MoveWays) -> int:
    return sum(
        len(family.people) for number, family in enumerate(task.families) if number not in ways
    )


def a_task(dice: random.Random, beds_for_each: float) -> PlanTask:
    families, people = list[PlanFamily](), 0
    while people < PEOPLE:
        size = min(dice.choice(SIZES), PEOPLE - people)
        families.append(a_family(dice, size))
        people += size
    rooms = list[PlanRoom]()
    for number in range(SITES):
        site, beds = _key(dice), 0
        while beds < PEOPLE * beds_for_each / SITES:
            size = dice.choice(ROOM_SIZES) if number or beds else HALL
            rooms.append(
                PlanRoom(
                    _key(dice),
                    site,
                    (None,) * size,
                    for_whom=frozenset({"women"} if dice.random() < 0.05 else ()),
                )
            )
            beds += size
    return PlanTask(families, rooms)


def a_family(dice: random.Random, size: int) -> PlanFamily:
    """Somebody alone, mostly a man; or one or two adults with children, the youngest first."""
    key, adults = _key(dice), 1 if size == 1 else dice.choice((1, 2, 2))
    sexes = (Sex.FEMALE, Sex.MALE) if size > 1 else dice.choices((Sex.MALE, Sex.FEMALE), (4, 1))
    grown = [
        Sleeper(_key(dice), key, sexes[number % 2 if size > 1 else 0], 30)
        for number in range(adults)
    ]
    ages = sorted(dice.choice((1, 3, 8, 14)) for _child in range(size - adults))
    children = [Sleeper(_key(dice), key, dice.choice((Sex.FEMALE, Sex.MALE)), age) for age in ages]
    return PlanFamily(key, (*children, *grown), size * NIGHTS)


def _key(dice: random.Random) -> uuid.UUID:
    return uuid.UUID(int=dice.getrandbits(128))
