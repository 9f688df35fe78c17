"""What the page of a plan shows: the families with their new places, totals, and other places for one of them."""

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.models import User
from shelters.choices import BedRule
from shelters.models import Bed, Placement
from shelters.plan.choices import MoveLineState
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.reading import PlanFacts, question
from shelters.plan.rules import REASON, ways_of

# How many places of a site are offered for a family that is changed by hand.
MOST_AT_A_SITE = 3


@dataclass
class MovingFamily:
    """The lines of one case, and what changed under them."""

    number: str
    case_id: uuid.UUID
    lines: list[MoveLine]
    changes: list[str]

    @property
    def people(self) -> list[str]:
        return [line.placement.individual.display_name for line in self.lines]

    @property
    def stay(self) -> Placement:
        """The first stay. After the plan was applied, undoing its last act takes back the move of the family."""
        return self.lines[0].placement

    @property
    def state(self) -> MoveLineState:
        states = {line.state for line in self.lines}
        if states == {MoveLineState.PLANNED}:
            return MoveLineState.PLANNED
        return (
            MoveLineState.NO_PLACE if MoveLineState.NO_PLACE in states else MoveLineState.LEFT_OUT
        )

    @property
    def is_by_hand(self) -> bool:
        return any(line.is_by_hand for line in self.lines)

    @property
    def comes_from(self) -> str:
        rooms = (line.placement.bed.room.name for line in self.lines if line.placement.bed)
        return ", ".join(dict.fromkeys(rooms))

    @property
    def goes_to(self) -> str:
        """`Hotel Puente · 101: 1, 2`; empty for a family without a place."""
        return places_in_words(line.bed for line in self.lines if line.bed)

    @property
    def asks(self) -> list[str]:
        """The rules for which applying the plan needs a reason."""
        rules = {rule for line in self.lines for rule in line.asks}
        return [str(BedRule(rule).label) for rule in sorted(rules)]


def places_in_words(beds: Iterable[Bed]) -> str:
    """`Hotel Puente · 101: 1, 2 · 102: 4`; sites are parted by a semicolon."""
    sites: dict[str, dict[str, list[str]]] = {}
    for bed in sorted(beds, key=lambda bed: (bed.room.name, bed.position)):
        sites.setdefault(bed.room.site.name, {}).setdefault(bed.room.name, []).append(bed.name)
    return "; ".join(
        " · ".join([site, *(f"{room}: {', '.join(names)}" for room, names in rooms.items())])
        for site, rooms in sites.items()
    )


class PlanTotals(NamedTuple):
    people: int
    without: int
    bed_nights: int

    @property
    def sentence(self) -> str:
        """`12 of 157 without a place, 36 bed-nights`."""
        nights = ngettext(
            "%(count)s bed-night", "%(count)s bed-nights", self.bed_nights
        ) % {"count": self.bed_nights}  # fmt: skip
        words = {"without": self.without, "people": self.people, "nights": nights}
        if not self.without:
            return _("All %(people)s have a new place") % words
        return _("%(without)s of %(people)s without a place, %(nights)s") % words


def totals(plan: MovePlan, lines: Sequence[MoveLine]) -> PlanTotals:
    without = [line for line in lines if line.bed_id is None]
    nights = sum(plan.nights_of(line.placement, line.until) for line in without)
    return PlanTotals(len(lines), len(without), nights)


def families_of(
    lines: Sequence[MoveLine], changes: Mapping[uuid.UUID, list[str]]
) -> list[MovingFamily]:
    """Those without a place first."""
    by_case: dict[uuid.UUID, MovingFamily] = {}
    for line in lines:
        case = line.placement.case
        new = MovingFamily(case.number, case.pk, [], changes.get(case.pk, []))
        by_case.setdefault(case.pk, new).lines.append(line)
    return sorted(by_case.values(), key=lambda family: family.state == MoveLineState.PLANNED)


class OtherPlace(NamedTuple):
    """A way for one family beside all others as they are planned. `beds` are in the order of its stays."""

    words: str
    beds: dict[Placement, uuid.UUID]

    @property
    def key(self) -> str:
        return ",".join(str(bed) for bed in self.beds.values())


def other_places(plan: MovePlan, case_id: uuid.UUID, *, by: User) -> list[OtherPlace]:
    """The best places for this family at every site, best first."""
    facts = PlanFacts(plan, by=by)
    fixed = facts.kept(plan.lines.exclude(placement__case=case_id))
    others = {s.pk for s in facts.stays if s.case_id != case_id and s not in fixed}
    asked = question(facts, fixed=fixed, left_out=others)
    shown, seen, places = Counter[uuid.UUID](), set[str](), list[OtherPlace]()
    if not asked.families:
        return []
    beds = {
        bed.pk: bed for bed in Bed.objects.filter(pk__in=facts.free).select_related("room__site")
    }
    for way in ways_of(asked.task, asked.task.families[0])[0]:
        if shown[way.site_id] < MOST_AT_A_SITE:
            chosen = asked.assigned({0: way})
            words = places_in_words(beds[bed] for bed in chosen.values())
            if words not in seen:
                seen.add(words)
                shown[way.site_id] += 1
                asks = f" ({_('needs a reason')})" if way.cost >= REASON else ""
                places.append(OtherPlace(f"{words}{asks}", chosen))
    return places
