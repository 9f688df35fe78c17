"""What a page shows of the beds offered to a family, site by site and room by room."""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Self

from casework.register.models.individual import Individual
from shelters.choices import BedRule
from shelters.models import Bed, Room, Site
from shelters.nights import (
    nights_only_paid,
    nights_only_under_contract,
    nights_paid,
    nights_under_contract,
    nights_until_notice,
)
from shelters.rules.paying import not_covered
from shelters.rules.runs import Run

ONE_NIGHT = datetime.timedelta(days=1)


@dataclass(frozen=True)
class RoomOffered:
    """The beds of one room, the members who get them, in the same order, and who else sleeps there."""

    room: Room
    beds: list[Bed]
    people: list[Individual]
    companions: list[str]
    is_without_adult: bool


@dataclass(frozen=True)
class BedOffer:
    """A run with everything that its card on the page shows. `asks` are the sentences of rules that need a reason."""

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
        """The rooms of the offer in order, each with its beds and people."""
        pairs_by_room: dict[Room, list[tuple[Bed, Individual]]] = {}
        for bed, person in zip(self.beds, self.people, strict=True):
            pairs_by_room.setdefault(bed.room, []).append((bed, person))
        return [
            RoomOffered(
                room,
                [bed for bed, _person in pairs],
                [person for _bed, person in pairs],
                self.companions.get(room.pk, []),
                room.pk in self.without_adult,
            )
            for room, pairs in pairs_by_room.items()
        ]


@dataclass(frozen=True)
class SiteMoney:
    """Until when a site is paid and under contract. `asks` says that the nights need a reason for that: with an open end, the
    first night alone."""

    sentences: list[str]
    ends_before: bool
    asks: bool
    warnings: list[str]

    @classmethod
    def of(cls, site: Site, night: datetime.date, until: datetime.date | None) -> Self:
        broken = unpaid_at(site, until, night=night)
        return cls(
            sentences=_in_words(site),
            ends_before=bool(broken) and until is not None,
            asks=bool(unpaid_at(site, until or night + ONE_NIGHT, night=night)),
            warnings=[_nights_covered(site, rule, night) for rule in broken],
        )


def unpaid_at(
    site: Site, leaves_on: datetime.date | None, *, night: datetime.date | None = None
) -> list[BedRule]:
    """The rules about money and notice that the nights from `night` until this day of leaving break at the site."""
    return list(not_covered(leaves_on, starts_on=night, **site.terms))


def _in_words(site: Site) -> list[str]:
    paid, contract = site.paid_until, site.contract_ends_on
    sentences = [nights_paid(paid)] if paid else []
    if contract:
        sentences.append(nights_under_contract(contract))
    if site.must_leave_on:
        sentences.append(nights_until_notice(site.must_leave_on))
    return sentences


def _nights_covered(site: Site, rule: BedRule, night: datetime.date) -> str:
    """For how many nights from that one the site is paid, under contract, or may be slept in."""
    if rule == BedRule.NOT_PAID and site.paid_until:
        return nights_only_paid(max(0, (site.paid_until - night).days))
    if rule == BedRule.NOTICE_GIVEN and site.must_leave_on:
        return nights_until_notice(site.must_leave_on)
    gaps = (first for first, back in site.gaps if back > night)
    ends = min(filter(None, (site.contract_ends_on, *gaps)), default=night)
    return nights_only_under_contract(max(0, (ends - night).days))


@dataclass(frozen=True)
class SiteOffers:
    """The offers at one site, the best first, and until when its nights are paid."""

    site: Site
    offers: list[BedOffer]
    money: SiteMoney

    @property
    def first(self) -> BedOffer:
        return self.offers[0]
