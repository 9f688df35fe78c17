"""What a page shows of the beds for a family: site by site, room by room, and why a site has none."""

import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from casework.register.models.individual import Individual
from shelters.models import Bed, Room, Site
from shelters.rules.runs import Run


@dataclass(frozen=True)
class RoomOffered:
    """The beds of one room, the members who get them in this order, and their neighbours."""

    room: Room
    beds: list[Bed]
    people: list[Individual]
    companions: list[str]
    is_without_adult: bool


@dataclass(frozen=True)
class BedOffer:
    """A run in words: a card on the page, and its key."""

    number: int
    run: Run
    beds: list[Bed]
    people: Sequence[Individual]
    companions: Mapping[uuid.UUID, list[str]]
    asks: list[str]
    without_adult: Collection[uuid.UUID]

    @property
    def site(self) -> Site:
        return self.beds[0].room.site

    @property
    def rooms(self) -> list[RoomOffered]:
        """The beds by room, in order, with who sleeps in which."""
        found: dict[Room, list[tuple[Bed, Individual]]] = {}
        for bed, person in zip(self.beds, self.people, strict=True):
            found.setdefault(bed.room, []).append((bed, person))
        return [
            RoomOffered(
                room,
                [bed for bed, _person in pairs],
                [person for _bed, person in pairs],
                self.companions.get(room.pk, []),
                room.pk in self.without_adult,
            )
            for room, pairs in found.items()
        ]


@dataclass(frozen=True)
class SiteMoney:
    """Until when a site is paid and under contract, and what that means for the nights asked for."""

    said: list[str]
    ends_before: bool
    asks: bool
    warnings: list[str]


@dataclass(frozen=True)
class SiteOffers:
    """What one site has for the family."""

    site: Site
    offers: list[BedOffer]
    money: SiteMoney

    @property
    def first(self) -> BedOffer:
        return self.offers[0]
