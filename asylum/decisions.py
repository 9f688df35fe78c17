"""What earlier decisions of a claim said. The claim keeps the last one; what it held before stands in its history."""

from dataclasses import dataclass
from datetime import date
from typing import Any

from asylum.choices import DECISIONS, RefusalGround
from asylum.models import AsylumApplication
from vault.errors import KeyDestroyed
from vault.fields import open_value


@dataclass(frozen=True)
class Decision:
    """The step, the day that its act bears, and why it was negative."""

    step: Any
    resolved_on: date | None
    refusal_ground: str

    @property
    def ground_in_words(self) -> str:
        return str(RefusalGround(self.refusal_ground).label) if self.refusal_ground else ""


def earlier_decisions(claim: AsylumApplication) -> list[Decision]:
    """The decisions that stand, without the last one, the first before the others."""
    steps = claim.status_changes.standing().with_day().filter(status__in=DECISIONS).order_by("at")
    return [_as_it_stood(claim, step) for step in list(steps)[:-1]]


def _as_it_stood(claim: AsylumApplication, step: Any) -> Decision:
    events: Any = AsylumApplication._meta.get_field("as_known").related_model
    held = events.objects.filter(pgh_obj=claim.pk, decided_on__in={step.on, step.day})
    was = held.exclude(status__in=DECISIONS - {step.status}).order_by("-pgh_id").first()
    ground = ""
    if was and was.refusal_ground:
        try:
            sealed = was.refusal_ground
            ground = open_value(
                AsylumApplication, "refusal_ground", sealed, pk=claim.pk, key_id=was.key_id
            )
        except KeyDestroyed:
            ground = ""
    return Decision(step, was.resolved_on if was else None, ground)
