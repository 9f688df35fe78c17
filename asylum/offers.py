"""Which steps of a paper somebody may record now: only lawful ones are offered."""

from dataclasses import dataclass

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.choices import RenunciationStatus
from asylum.models import Renunciation

# Which page records the step to a state, who may, and who did what, in the order of the buttons.
STEPS: dict[str, tuple[str, Permission, Promise]] = {
    RenunciationStatus.SUBMITTED: (
        "renunciation-submit",
        Permission.RENUNCIATION_CHANGE,
        _("Hand it to the authority"),
    ),
    RenunciationStatus.VERIFIED: (
        "renunciation-verify",
        Permission.RENUNCIATION_VERIFY,
        _("The authority accepted it"),
    ),
    RenunciationStatus.NOT_YET: (
        "renunciation-postpone",
        Permission.RENUNCIATION_VERIFY,
        _("The authority does not accept it yet"),
    ),
    RenunciationStatus.REFUSED: (
        "renunciation-refuse",
        Permission.RENUNCIATION_VERIFY,
        _("The authority refused it"),
    ),
    RenunciationStatus.WITHDRAWN: (
        "renunciation-withdraw",
        Permission.RENUNCIATION_CHANGE,
        _("The person took it back"),
    ),
    RenunciationStatus.MISTAKEN: (
        "renunciation-retract",
        Permission.RENUNCIATION_CHANGE,
        _("It was recorded by mistake"),
    ),
}


@dataclass(frozen=True)
class Step:
    """What may have happened next, as an act, and the page that records it."""

    label: str | Promise
    url: str


def steps_for(paper: Renunciation, user: User) -> list[Step]:
    """Nobody is offered the verification of what they recorded."""
    lawful = set(paper.lawful_moves)
    if paper.recorded_by_id == user.pk:
        lawful.discard(RenunciationStatus.VERIFIED)
    return [
        Step(label, reverse(url_name, args=[paper.pk]))
        for state, (url_name, permission, label) in STEPS.items()
        if state in lawful and can(user, permission, paper)
    ]
