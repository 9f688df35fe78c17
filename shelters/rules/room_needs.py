"""Compares what a person needs of a room with what the room offers, and gathers all rules about a bed. Pure.

It never gives the reason of a need. A diet concerns no room: it is shown to the user who assigns the place.
"""

import uuid
from collections.abc import Collection, Iterator, Mapping
from functools import cache

from reference.choices import RoomNeed
from shelters.choices import BedRule, RoomKind
from shelters.rules.protection import (
    Bonds,
    Breach,
    HasAdult,
    Sleeper,
    broken_in_room,
    with_young_man,
    without_adult_in_room,
)

Needs = Mapping[uuid.UUID, Collection[str]]

# A hall is no room of one's own, even while nobody else sleeps in it.
ALWAYS_SHARED = frozenset({RoomKind.HALL})
LOUD = frozenset({RoomKind.HALL, RoomKind.TENT})

RULE_OF_NEED: dict[str, BedRule] = {
    RoomNeed.GROUND_FLOOR: BedRule.NEEDS_GROUND_FLOOR,
    RoomNeed.STEP_FREE: BedRule.NEEDS_STEP_FREE,
    RoomNeed.SINGLE_ROOM: BedRule.NEEDS_SINGLE_ROOM,
    RoomNeed.COT: BedRule.NEEDS_COT,
    RoomNeed.QUIET: BedRule.NEEDS_QUIET,
    RoomNeed.BATHROOM: BedRule.NEEDS_BATHROOM,
}
NEEDS_OF_NO_ROOM = frozenset({RoomNeed.DIET})


# Cached, because a thousand rooms have few different features.
@cache
def offered_by(
    kind: str, floor: int, is_step_free: bool, has_cot: bool, has_own_bathroom: bool
) -> frozenset[RoomNeed]:
    """The needs that a room certainly meets. A lift does not replace a ground floor: it can fail, or there can be a fire."""
    is_met_by_need = {
        RoomNeed.GROUND_FLOOR: floor == 0,
        RoomNeed.STEP_FREE: is_step_free,
        RoomNeed.SINGLE_ROOM: kind not in ALWAYS_SHARED,
        RoomNeed.COT: has_cot,
        RoomNeed.QUIET: kind not in LOUD,
        RoomNeed.BATHROOM: has_own_bathroom,
    }
    return frozenset(need for need, is_met in is_met_by_need.items() if is_met)


def broken_in_bed(
    one: Sleeper,
    others: Collection[Sleeper],
    *,
    at_site: Collection[Sleeper],
    is_alone: bool,
    for_whom: Collection[str],
    needs: Needs,
    offers: Collection[RoomNeed],
    bonds: Bonds,
    has_adult: HasAdult | None = None,
) -> Iterator[Breach]:
    """Every rule that a bed in this room breaks: whoever gives, proposes or checks one asks this.

    `others` sleep in the room and `at_site` anywhere at the site; `is_alone` says that the child breaks `broken_at_site`.
    """
    yield from broken_in_room(one, others, for_whom=for_whom, bonds=bonds, has_adult=has_adult)
    if one.is_child and not is_alone:
        yield from without_adult_in_room(one, others, bonds=bonds)
        yield from with_young_man(one, others, sleepers=at_site, bonds=bonds)
    yield from lacking_in_room(one, others, needs=needs, offers=offers, bonds=bonds)


def lacking_in_room(
    one: Sleeper,
    others: Collection[Sleeper],
    *,
    needs: Needs,
    offers: Collection[RoomNeed],
    bonds: Bonds,
) -> Iterator[Breach]:
    """The rules broken by needs that this room does not meet, of the person or of those whose own room they would join."""
    wanted = needs.get(one.person, ())
    sleep_alone = [each for each in others if RoomNeed.SINGLE_ROOM in needs.get(each.person, ())]
    if not (wanted or sleep_alone):
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
