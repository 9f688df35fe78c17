"""What a page shows of the beds offered to a family, site by site and room by room."""

import datetime
import uuid
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Self

from django.utils.translation import gettext as _

from casework.register.models.individual import Individual
from shelters.choices import BedRule
from shelters.models import Bed, Room, Site
from shelters.nights import (
    nights_only_paid,
    nights_only_under_contract,
    nights_until_notice,
    terms_in_words,
)
from shelters.rules.paying import not_covered
from shelters.rules.runs import Run
from shelters.rules.stays import ONE_NIGHT


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
    # The words of the tags with their tones, and why this choice is good.
    marks: list[tuple[str, str]] = field(default_factory=list)
    good: list[str] = field(default_factory=list)

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
        broken = list(not_covered(until, starts_on=night, **site.terms))
        return cls(
            sentences=list(terms_in_words(site).values()),
            ends_before=bool(broken) and until is not None,
            asks=any(not_covered(until or night + ONE_NIGHT, starts_on=night, **site.terms)),
            warnings=[_nights_covered(site, rule, night) for rule in broken],
        )


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

    def doubts(self, offer: BedOffer) -> dict[str, str]:
        """What speaks against an offer, the worst first: the words of each kind of doubt."""
        doubts = {
            "asks": _("Asks for a reason") if offer.asks else "",
            "held": _("You hold it for a call") if any(bed.is_held for bed in offer.beds) else "",
            "money": next(iter(self.money.warnings), ""),
            "surge": _("Surge places") if offer.run.surge else "",
            "rooms": _("Several rooms") if offer.run.rooms > 1 else "",
        }
        return {kind: words for kind, words in doubts.items() if words}


def numbered(runs: Sequence[Run]) -> dict[Run, int]:
    """The number of each run, from 1: the best of every site before the second of any. `runs` are grouped by site."""
    first = [next(of_site) for _site, of_site in groupby(runs, key=lambda run: run.site_id)]
    order = dict.fromkeys([*first, *runs])
    return {run: number for number, run in enumerate(order, start=1)}


def in_words(
    offers: Iterable[BedOffer],
    night: datetime.date,
    until: datetime.date | None,
    *,
    has_needs: bool,
) -> list[SiteOffers]:
    """The offers of each site, with their marks: one of each is amber, and only if it is not the same everywhere."""
    sites = [
        SiteOffers(site, list(of_site), SiteMoney.of(site, night, until))
        for site, of_site in groupby(offers, key=lambda offer: offer.site)
    ]
    shown = [(site, offer) for site in sites for offer in site.offers]
    kinds = Counter(kind for site, offer in shown for kind in site.doubts(offer))
    for site, offer in shown:
        doubts = site.doubts(offer)
        differs = next((kind for kind in doubts if kinds[kind] < len(shown)), None)
        offer.marks.extend(
            (words, "warn" if kind == differs else "quiet") for kind, words in doubts.items()
        )
        if not offer.run.surge and offer.run.rooms == 1:
            offer.marks.append((_("One room"), "good"))
        good = {
            _("every night is paid"): until is not None and not site.money.warnings,
            _("no bed is left over"): offer.run.rooms == 1 and not offer.run.left_over,
            _("has what they need of a room"): has_needs and not offer.asks,
        }
        offer.good.extend(words for words, is_so in good.items() if is_so)
    return sites
