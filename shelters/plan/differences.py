"""What changed under a plan since it was solved, family by family: a stay, a bed, a rule."""

import uuid
from collections.abc import Iterator
from typing import NamedTuple

from django.utils.translation import gettext as _

from shelters.choices import BedRule
from shelters.models import Placement
from shelters.plan.choices import MoveLineState
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.reading import PlanFacts
from shelters.plan.rules import has_refusal


class PlanDifference(NamedTuple):
    """`family` is the number of its case."""

    case_id: uuid.UUID
    family: str
    sentence: str


def differences(plan: MovePlan, facts: PlanFacts) -> list[PlanDifference]:
    """One for each family and kind of change that `facts` knows and the plan does not. Of lines that the reader sees."""
    seen = MoveLine.objects.visible_to(facts.by).filter(plan=plan).with_people()
    lines = {line.placement_id: line for line in seen}
    found = [*_of_stays(lines, facts), *_of_beds(lines, facts)]
    return list(dict.fromkeys(found))


def _of_stays(lines: dict[uuid.UUID, MoveLine], facts: PlanFacts) -> Iterator[PlanDifference]:
    here = {stay.pk for stay in facts.stays}
    for key, line in lines.items():
        if key not in here and line.bed_id:
            yield _said(line.placement, _("somebody no longer has a place at the site that night."))
    for stay in facts.stays:
        known = lines.get(stay.pk)
        if known is None:
            yield _said(stay, _("somebody came who is not in the plan."))
        elif known.state != MoveLineState.LEFT_OUT and (
            (known.from_bed_id, known.until) != (stay.bed_id, facts.until(stay))
        ):
            yield _said(stay, _("the bed or the day of leaving changed."))


def _of_beds(lines: dict[uuid.UUID, MoveLine], facts: PlanFacts) -> Iterator[PlanDifference]:
    planned = {stay: lines[stay.pk] for stay in facts.stays if stay.pk in lines}
    beds, lost = facts.kept(planned.values()), set[uuid.UUID]()
    for stay, line in planned.items():
        if line.bed_id and stay not in beds:
            lost.add(stay.case_id)
            yield _said(stay, _("the new bed is no longer free."))
    # Whose family lost a bed is told that, and not that a child would be alone.
    judged = facts.broken_by({stay: bed for stay, bed in beds.items() if stay.case_id not in lost})
    for stay, breaches in judged.items():
        if has_refusal(breaches):
            yield _said(stay, _("a rule about who sleeps beside whom refuses the new bed."))
        elif new := {breach.rule for breach in breaches} - set(planned[stay].asks):
            rules = ", ".join(str(BedRule(rule).label) for rule in sorted(new))
            yield _said(stay, _("the new bed needs a reason: %(rules)s.") % {"rules": rules})


def _said(stay: Placement, sentence: str) -> PlanDifference:
    return PlanDifference(stay.case_id, stay.case.number, sentence)
