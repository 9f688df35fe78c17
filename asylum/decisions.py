"""What earlier decisions of a claim said. The claim keeps the last one; each decision keeps what it took the place of."""

from dataclasses import dataclass
from datetime import date
from itertools import pairwise

from asylum.choices import DECISIONS, RefusalGround
from asylum.models import ApplicationStatusChange, AsylumApplication


@dataclass(frozen=True)
class Decision:
    """The step, the day that its act bears, and why it was negative."""

    step: ApplicationStatusChange
    resolved_on: date | None
    refusal_ground: str

    @property
    def ground_in_words(self) -> str:
        return str(RefusalGround(self.refusal_ground).label) if self.refusal_ground else ""


def earlier_decisions(claim: AsylumApplication) -> list[Decision]:
    """The decisions that stand, without the last one, the first before the others."""
    steps = claim.status_changes.standing().with_day().filter(status__in=DECISIONS).order_by("at")
    return [
        Decision(step, later.earlier_resolved_on, later.earlier_ground)
        for step, later in pairwise(steps)
    ]
