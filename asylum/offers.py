"""Which steps of a paper somebody may record now: only lawful ones are offered."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.choices import RenunciationStatus
from asylum.models import Renunciation

# Which page records the step to a state, in the order of the buttons.
STEPS: dict[str, tuple[str, Permission]] = {
    RenunciationStatus.SUBMITTED: ("renunciation-submit", Permission.RENUNCIATION_CHANGE),
    RenunciationStatus.VERIFIED: ("renunciation-verify", Permission.RENUNCIATION_VERIFY),
    RenunciationStatus.NOT_YET: ("renunciation-postpone", Permission.RENUNCIATION_VERIFY),
    RenunciationStatus.REFUSED: ("renunciation-refuse", Permission.RENUNCIATION_VERIFY),
    RenunciationStatus.WITHDRAWN: ("renunciation-withdraw", Permission.RENUNCIATION_CHANGE),
}


@dataclass(frozen=True)
class Step:
    """A state that may come next, and the page that records it."""

    label: str | Promise
    url: str


def steps_for(paper: Renunciation, user: User) -> list[Step]:
    """Nobody is offered the verification of what they recorded."""
    lawful = set(paper.lawful_moves)
    if paper.recorded_by_id == user.pk:
        lawful.discard(RenunciationStatus.VERIFIED)
    return [
        Step(RenunciationStatus(state).label, reverse(url_name, args=[paper.pk]))
        for state, (url_name, permission) in STEPS.items()
        if state in lawful and can(user, permission, paper)
    ]
