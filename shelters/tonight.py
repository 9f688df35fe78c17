"""People who sleep tonight against a protection rule, because facts may have changed since they got their beds.

Checks only the people whom `shelters.asleep` preselects. Decrypts a birthday only where it decides between child and
adult, and names only of people on the page.
"""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from django.db.models import F
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import access_sources
from casework.register.models.case import FamilyMember
from casework.register.models.individual import Individual
from pages.order import in_order
from pages.questions import cached_rows
from pages.remembered import Remembered
from pages.together import Together, together
from reference.choices import RoomNeed
from shelters.asleep import doubtful_sleepers
from shelters.bonds import bonds_and_needs, bonds_of_rows, needs_of_rows
from shelters.choices import NOT_MET, BedRule
from shelters.kept import is_kept
from shelters.models import KeptOccupancy, Placement, Room, StayReason
from shelters.querysets.moment import ANY_NIGHT
from shelters.rules.protection import (
    Bonds,
    HasAdult,
    Sleeper,
    adults_among,
    apart_at_site,
    beside_a_stranger,
    broken_at_site,
)
from shelters.rules.room_needs import broken_in_bed
from shelters.sleepers import KNOWN, sleepers

# The rules about others in the room.
BESIDE_OTHERS = frozenset(
    {
        BedRule.CHILD_AMONG_STRANGERS,
        BedRule.AGE_NOT_KNOWN,
        BedRule.KEPT_APART,
        BedRule.MAN_BESIDE_CHILDREN,
        BedRule.BOTH_SEXES,
        BedRule.NEEDS_SINGLE_ROOM,
        BedRule.JOINS_SINGLE_ROOM,
    }
)
# Rules that name the stranger who breaks them.
BESIDE_STRANGERS = frozenset(
    {
        BedRule.CHILD_AMONG_STRANGERS,
        BedRule.AGE_NOT_KNOWN,
        BedRule.MAN_BESIDE_CHILDREN,
        BedRule.BOTH_SEXES,
    }
)
# How many people of a room are named; the page of the night names them all.
MOST_NAMED = 3


class Asleep(NamedTuple):
    """One stay that night; `is_placed` if the user may place that person."""

    stay_id: uuid.UUID
    site_id: uuid.UUID
    room_id: uuid.UUID | None
    is_placed: bool
    who: Sleeper


class SleepersTonight:
    """The sleepers of a night, with the rules broken for those whom the user may place.

    Without a reader all of `rows` are checked, and recorded reasons are ignored.
    """

    def __init__(
        self, reader: User | None, night: datetime.date, rows: Sequence[Any] | None = None
    ) -> None:
        self.night = night
        rows = doubtful_sleepers(night) if rows is None else rows
        who = sleepers([row[3:] for row in rows], night)
        stays = [stay for stay, *_rest in rows]
        rooms = {room for _stay, _site, room, *_rest in rows if room}
        facts = _facts(reader, night, stays, who, rooms) if rows else {}
        placed_keys = {row["pk"] for row in facts.get("placed", ())}
        asleep = [
            Asleep(stay, site, room, reader is None or str(stay) in placed_keys, who[person])
            for stay, site, room, _case, person, *_known in rows
        ]
        self.placed = {each.stay_id: each for each in asleep if each.is_placed}
        self.grown_up = [each for each in asleep if not each.who.is_child]
        self.in_room: dict[uuid.UUID, list[Asleep]] = defaultdict(list)
        for each in asleep:
            if each.room_id:
                self.in_room[each.room_id].append(each)
        self._set_facts(facts)

    def _set_facts(self, facts: Mapping[str, list[dict[str, Any]]]) -> None:
        self.bonds, self.needs = Bonds(), dict[Any, list[RoomNeed]]()
        self.rooms = dict[uuid.UUID | None, Room]()
        self.for_whom = dict[uuid.UUID | None, set[str]]()
        self.rules_with_reason: dict[uuid.UUID, set[str]] = defaultdict(set)
        if not self.placed:
            return
        self.bonds = bonds_of_rows(facts["bonds"])
        self.needs = needs_of_rows(facts["needs"])
        for row in facts.get("reasons", ()):
            self.rules_with_reason[uuid.UUID(row["placement"])].update(row["rules"])
        # Rooms in which somebody needs a feature. In other rooms only for whom they are matters.
        with_needs = {
            room_id
            for room_id, sleepers_here in self.in_room.items()
            if any(each.who.person in self.needs for each in sleepers_here)
        }
        for row in facts["rooms"]:
            site_for = row.pop("site_for")
            room = Room(**row | {"id": uuid.UUID(row["id"])})
            if for_whom := {site_for, room.for_whom} - {""}:
                self.for_whom[room.pk] = for_whom
            if room.pk in with_needs:
                self.rooms[room.pk] = room

    def broken(self) -> dict[uuid.UUID, list[BedRule]]:
        """The broken rules without a recorded reason, by stay, for people whom the user places."""
        broken = {pk: self._without_reason(each) for pk, each in self.placed.items()}
        return {pk: rules for pk, rules in broken.items() if rules}

    def in_words(self, stay_ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, list[str]]:
        """By stay, a sentence for each broken rule. It names neighbours only if the user may place them too."""
        broken = {
            each: [(rule, self._beside(each, rule)) for rule in self._without_reason(each)]
            for stay_id in stay_ids
            if (each := self.placed.get(stay_id))
        }
        beside = {
            other.who.person
            for rules in broken.values()
            for _rule, others in rules
            for other in others
            if other.is_placed
        }
        people = Individual.objects.in_bulk(beside)
        names = {pk: person.display_name for pk, person in people.items()}
        return {
            each.stay_id: [rule_in_words(rule, others, names) for rule, others in rules]
            for each, rules in broken.items()
        }

    def _without_reason(self, each: Asleep) -> list[BedRule]:
        """The broken rules without a recorded reason, each once."""
        broken: list[BedRule] = []
        if self._is_alone(each):
            family = self._families.get(each.who.family, ())
            alone = broken_at_site(each.who, sleepers=(), family=family, bonds=self.bonds)
            broken += [breach.rule for breach in alone]
        elsewhere = self._apart.get(each.site_id, ())
        others = (one.who for one in elsewhere if not each.room_id or one.room_id != each.room_id)
        broken += [breach.rule for breach in apart_at_site(each.who, others, bonds=self.bonds)]
        broken += self._broken_in_room(each)
        with_reason = self.rules_with_reason.get(each.stay_id, ())
        return [rule for rule in dict.fromkeys(broken) if rule not in with_reason]

    def _is_alone(self, each: Asleep) -> bool:
        """Whether this is a child, at a site without an adult who belongs to it."""
        if not each.who.is_child or (each.site_id, each.who.family) in self._with_adult:
            return False
        return not any(self.bonds.together(each.who, kin) for kin in self._kin[each.site_id])

    @cached_property
    def _with_adult(self) -> set[tuple[uuid.UUID, uuid.UUID]]:
        return {(each.site_id, each.who.family) for each in self.grown_up}

    @cached_property
    def _kin(self) -> dict[uuid.UUID, list[Sleeper]]:
        """By site, the adults who belong to people of other files."""
        adults: dict[uuid.UUID, list[Sleeper]] = defaultdict(list)
        for each in self.grown_up:
            if each.who.person in self.bonds.related:
                adults[each.site_id].append(each.who)
        return adults

    @cached_property
    def _apart(self) -> dict[uuid.UUID, list[Asleep]]:
        """By site, the people who are to be kept apart from somebody."""
        apart, by_site = {one for pair in self.bonds.apart for one in pair}, defaultdict(list)
        for each in {*self.placed.values(), *(e for here in self.in_room.values() for e in here)}:
            if each.who.person in apart:
                by_site[each.site_id].append(each)
        return by_site

    @cached_property
    def _families(self) -> dict[uuid.UUID, list[Sleeper]]:
        """By case, the members of the cases of children who sleep alone."""
        alone = {each.who.family for each in self.placed.values() if self._is_alone(each)}
        members = FamilyMember.objects.on(self.night).filter(case__in=alone).order_by()
        rows = list(members.values_list("case", "individual", *KNOWN))
        members_by_case: dict[uuid.UUID, list[Sleeper]] = defaultdict(list)
        for each in sleepers(rows, self.night).values():
            members_by_case[each.family].append(each)
        return members_by_case

    @cached_property
    def _sleepers_in(self) -> dict[uuid.UUID | None, list[Sleeper]]:
        return {room_id: [each.who for each in here] for room_id, here in self.in_room.items()}

    @cached_property
    def _at_site(self) -> dict[uuid.UUID, list[Sleeper]]:
        """The adults at each site: with whom else a girl could sleep."""
        adults: dict[uuid.UUID, list[Sleeper]] = defaultdict(list)
        for each in self.grown_up:
            adults[each.site_id].append(each.who)
        return adults

    @cached_property
    def _has_adult(self) -> dict[uuid.UUID | None, HasAdult]:
        return {
            room_id: adults_among(here, self.bonds) for room_id, here in self._sleepers_in.items()
        }

    def _broken_in_room(self, each: Asleep) -> Iterator[BedRule]:
        if each.room_id is None:
            return
        room = self.rooms.get(each.room_id)
        for breach in broken_in_bed(
            each.who,
            self._sleepers_in[each.room_id],
            at_site=self._at_site[each.site_id],
            is_alone=self._is_alone(each),
            for_whom=self.for_whom.get(each.room_id, ()),
            needs=self.needs,
            offers=room.offers if room else (),
            bonds=self.bonds,
            has_adult=self._has_adult[each.room_id],
        ):
            yield breach.rule

    def _beside(self, stay: Asleep, rule: BedRule) -> list[Asleep]:
        """The other people in the room who cause the rule to be broken."""
        if rule not in BESIDE_OTHERS or stay.room_id is None:
            return []
        others = [each for each in self.in_room[stay.room_id] if each is not stay]
        if rule == BedRule.KEPT_APART:
            return [each for each in others if self.bonds.are_apart(stay.who, each.who)]
        if rule == BedRule.JOINS_SINGLE_ROOM:
            wants = RoomNeed.SINGLE_ROOM
            others = [each for each in others if wants in self.needs.get(each.who.person, ())]
        strangers = [each for each in others if not self.bonds.together(stay.who, each.who)]
        if rule not in BESIDE_STRANGERS:
            return strangers
        has_adult = self._has_adult[stay.room_id]
        return [
            each
            for each in strangers
            for breach in beside_a_stranger(stay.who, each.who, has_adult)
            if breach.rule == rule
        ]


def _facts(
    reader: User | None,
    night: datetime.date,
    stays: Collection[uuid.UUID],
    people: Collection[uuid.UUID],
    rooms: Collection[uuid.UUID],
) -> dict[str, list[dict[str, Any]]]:
    """Rows by name: the stays of people whom the user places, the reasons, the bonds and needs of people, and the rooms."""
    cache_key = (reader and reader.standing_key, access_sources.entries, night)
    query: Together = _queries.of(cache_key, lambda: together({}, _fact_queries(reader, night)))
    return query.answers({STAYS: stays, PEOPLE: people, ROOMS: rooms}).rows


# Placeholders for the keys in cached SQL.
STAYS, PEOPLE, ROOMS = (uuid.UUID(int=number) for number in (1, 2, 3))
_queries = Remembered(500)


def _fact_queries(reader: User | None, night: datetime.date) -> dict[str, Any]:
    return {
        **(_reader_queries(reader, night) if reader else {}),
        "rooms": Room.objects.filter(pk__in=[ROOMS])
        .order_by()
        .values("id", *Room.FEATURES, site_for=F("site__for_whom")),
        **bonds_and_needs([PEOPLE], night),
    }


def _reader_queries(reader: User, night: datetime.date) -> dict[str, Any]:
    placed = Placement.objects.visible_to(reader, Permission.PLACEMENT_CHANGE).asleep_on(night)
    reasons = StayReason.objects.standing().filter(placement__in=[STAYS])
    return {
        "placed": placed.filter(pk__in=[STAYS]).order_by().values("pk"),
        "reasons": reasons.order_by().values("placement", "rules"),
    }


def against_a_rule(reader: User, night: datetime.date) -> set[uuid.UUID]:
    """The keys of stays that break a rule without a recorded reason, of people whom the user places.

    Uses the projection of the night if it is current.
    """
    if not is_kept(night):
        return set(SleepersTonight(reader, night).broken())
    broken = dict[str, list[str]]()
    for (broken_of_site,) in cached_rows(_kept_breaches, values={ANY_NIGHT: night}):
        broken |= broken_of_site
    cache_key = ("kept", reader.standing_key, access_sources.entries, night)
    query: Together = _queries.of(cache_key, lambda: together({}, _reader_queries(reader, night)))
    rows = query.answers({STAYS: list(broken)}).rows if broken else {}
    with_reason = defaultdict[str, set[str]](set)
    for row in rows.get("reasons", ()):
        with_reason[row["placement"]].update(row["rules"])
    placed = [row["pk"] for row in rows.get("placed", ())]
    return {uuid.UUID(pk) for pk in placed if not with_reason[pk].issuperset(broken[pk])}


def _kept_breaches() -> Any:
    rows = KeptOccupancy.objects.filter(night=ANY_NIGHT).exclude(not_kept={})
    return rows.order_by().values_list("not_kept")


def rule_in_words(rule: BedRule, beside: Collection[Asleep], names: dict[uuid.UUID, str]) -> str:
    """The broken rule, with the neighbours: the first are named, and one whom the user does not place is somebody else."""
    named = in_order(names[each.who.person] for each in beside if each.is_placed)
    if len(named) < len(beside):
        named.append(_("somebody else"))
    if not named:
        return str(NOT_MET[rule])
    values = {"what": NOT_MET[rule], "who": ", ".join(named[:MOST_NAMED])}
    if (more := len(named) - MOST_NAMED) <= 0:
        return _("%(what)s: beside %(who)s") % values
    many = ngettext(
        "%(what)s: beside %(who)s and %(more)d more",
        "%(what)s: beside %(who)s and %(more)d more",
        more,
    )
    return many % {**values, "more": more}


def with_rules(stays: list[Placement], reader: User) -> list[Placement]:
    """Sets `rules_not_kept` of each stay: a sentence for each rule that it breaks tonight."""
    sentences = SleepersTonight(reader, reader.today()).in_words(stay.pk for stay in stays)
    for stay in stays:
        stay.rules_not_kept = sentences.get(stay.pk, [])
    return stays
