"""Earlier decisions of a claim. The claim stores the last decision; the step of each decision stores the one before."""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from asylum.pathways.choices import DECISIONS, GRANTS
from asylum.procedure.choices import RefusalGround
from asylum.procedure.models.application import ApplicationStatusChange, AsylumApplication


@dataclass(frozen=True)
class Decision:
    """A decision: its step, the day of the authority's act, and the ground of a refusal."""

    step: ApplicationStatusChange
    resolved_on: date | None
    refusal_ground: str

    @property
    def ground_in_words(self) -> str:
        return str(RefusalGround(self.refusal_ground).label) if self.refusal_ground else ""


def earlier_decisions(claim: AsylumApplication) -> list[Decision]:
    """Returns the valid decisions of the claim without the last one, the oldest first."""
    steps = claim.status_changes.standing().with_day().filter(status__in=DECISIONS).order_by("at")
    return [
        Decision(step, later.earlier_resolved_on, later.earlier_ground)
        for step, later in pairwise(steps)
    ]


def ground_of_refusal(claim: AsylumApplication) -> str:
    """Returns the ground of the refusal; a final refusal without a ground has the ground of the refusal before."""
    if claim.refusal_ground or claim.status in GRANTS:
        return claim.refusal_ground or ""
    for decision in reversed(earlier_decisions(claim)):
        if decision.step.status in GRANTS:
            break
        if decision.refusal_ground:
            return decision.refusal_ground
    return ""
