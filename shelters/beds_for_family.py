"""Free beds for a family: looks up what is free and lets the rule choose."""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from casework.register.models.case import Case
from casework.register.models.individual import Individual
from shelters.models import Bed, Room, Site
from shelters.querysets.families import members_without_bed
from shelters.refusals import NotEnoughBeds
from shelters.rules.runs import FreeBed, Run, best_runs


def waiting_members(case: Case, night: datetime.date) -> list[Individual]:
    """Members without a bed that night, by number."""
    waiting = members_without_bed(night).filter(case=case)
    return list(Individual.objects.filter(pk__in=waiting.values("individual")).order_by("number"))


def free_beds(
    sites: Iterable[Site],
    night: datetime.date,
    until: datetime.date | None,
    *,
    for_men: bool = True,
) -> list[FreeBed]:
    """Beds free from that night on, in the order they stand; rooms for women only when no man is among them."""
    beds = Bed.objects.free_from(night, until).filter(room__site__in=sites)
    if for_men:
        beds = beds.filter(room__is_women_only=False)
    rows = beds.in_order().values_list("room__site", "room", "pk", "position", "kind")
    return [
        FreeBed(site, room, bed, position, kind == "surge")
        for site, room, bed, position, kind in rows
    ]


def suggestions(
    sites: Iterable[Site],
    people: list[Individual],
    night: datetime.date,
    until: datetime.date | None,
) -> list[Run]:
    """The best ways to sleep these people from that night on, best first."""
    for_men = any(person.sex != "f" for person in people)
    return best_runs(free_beds(sites, night, until, for_men=for_men), len(people))


def assign(
    case: Case, *, site: Site, night: datetime.date, until: datetime.date | None
) -> dict[Individual, Bed]:
    """Every waiting member with a bed of the best run; raises NotEnoughBeds."""
    people = waiting_members(case, night)
    runs = suggestions([site], people, night, until)
    if not runs:
        raise NotEnoughBeds(
            _("%(site)s has no %(people)s beds free from that night on.")
            % {"site": site, "people": len(people)}
        )
    return dict(zip(people, beds_of(runs[0]), strict=True))


def beds_of(run: Run) -> list[Bed]:
    """The beds of a run, in its order."""
    return in_given_order([bed.bed_id for bed in run.beds])


def in_given_order(ids: list[uuid.UUID]) -> list[Bed]:
    found = Bed.objects.select_related("room__site").in_bulk(ids)
    return [found[bed] for bed in ids if bed in found]


@dataclass(frozen=True)
class Offer:
    """A run in words: what a card on the page shows, and the key that picks it."""

    number: int
    run: Run
    beds: list[Bed]

    @property
    def site(self) -> Site:
        return self.beds[0].room.site

    @property
    def rooms(self) -> list[tuple[Room, list[Bed]]]:
        """The beds by room, in order."""
        found: dict[Room, list[Bed]] = {}
        for bed in self.beds:
            found.setdefault(bed.room, []).append(bed)
        return list(found.items())


def offers(
    sites: Iterable[Site],
    people: list[Individual],
    night: datetime.date,
    until: datetime.date | None,
) -> list[Offer]:
    """The suggestions with their beds, numbered from 1."""
    runs = suggestions(sites, people, night, until)
    wanted = [bed.bed_id for run in runs for bed in run.beds]
    found = Bed.objects.select_related("room__site__municipality").in_bulk(wanted)
    return [
        Offer(number, run, [found[bed.bed_id] for bed in run.beds])
        for number, run in enumerate(runs, start=1)
    ]
