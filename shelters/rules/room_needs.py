"""Compares what a person needs of a room with what the room offers. Pure; never gives the reason.

A diet concerns no room: it is shown to the user who assigns the place."""

import uuid
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from reference.choices import RoomNeed
from shelters.choices import BedRule, RoomKind
from shelters.rules.protection import Bonds, Breach, Sleeper

Needs = Mapping[uuid.UUID, Collection[str]]

# A private room is no hall, even while nobody else sleeps in it.
SHARED_BY_NATURE = frozenset({RoomKind.HALL})
LOUD = frozenset({RoomKind.HALL, RoomKind.TENT})

RULE_OF_NEED: dict[str, BedRule] = {
    RoomNeed.GROUND_FLOOR: BedRule.NEEDS_GROUND_FLOOR,
    RoomNeed.STEP_FREE: BedRule.NEEDS_STEP_FREE,
    RoomNeed.SINGLE_ROOM: BedRule.NEEDS_SINGLE_ROOM,
    RoomNeed.COT: BedRule.NEEDS_COT,
    RoomNeed.QUIET: BedRule.NEEDS_QUIET,
}
NO_MATTER_OF_ROOMS = frozenset({RoomNeed.DIET})


# Cached for a thousand rooms of few kinds.
@cache
def offered_by(kind: str, floor: int, is_step_free: bool, has_cot: bool) -> frozenset[RoomNeed]:
    """What a room is known to offer. A lift does not replace a ground floor: it fails, and must not be used in a fire."""
    found = {
        RoomNeed.GROUND_FLOOR: floor == 0,
        RoomNeed.STEP_FREE: is_step_free,
        RoomNeed.SINGLE_ROOM: kind not in SHARED_BY_NATURE,
        RoomNeed.COT: has_cot,
        RoomNeed.QUIET: kind not in LOUD,
    }
    return frozenset(need for need, is_met in found.items() if is_met)


def lacking_in_room(
    one: Sleeper,
    others: Collection[Sleeper],
    *,
    needs: Needs,
    offers: Collection[RoomNeed],
    bonds: Bonds,
) -> Iterator[Breach]:
    """What one person needs and does not get in this room, and whose private room they would share."""
    wanted = needs.get(one.person, ())
    alone = [each for each in others if RoomNeed.SINGLE_ROOM in needs.get(each.person, ())]
    if not (wanted or alone):
        return
    strangers = [
        each
        for each in others
        if each.person.int != one.person.int and not bonds.together(one, each)
    ]
    for need, rule in RULE_OF_NEED.items():
        is_shared = need == RoomNeed.SINGLE_ROOM and bool(strangers)
        if need in wanted and (need not in offers or is_shared):
            yield Breach(rule, one.person)
    if any(RoomNeed.SINGLE_ROOM in needs.get(each.person, ()) for each in strangers):
        yield Breach(BedRule.JOINS_SINGLE_ROOM, one.person)
