"""Links to what the user may record next: steps of a paper, and rows about a person."""

from dataclasses import dataclass
from typing import Any

from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from asylum.papers.choices import RenunciationStatus
from asylum.papers.models.renunciation import Renunciation
from casework.cases.offers import Offer
from casework.register.models.case import Case
from pages.addresses import fast_reverse

# The page, permission and label of each step, in the order of the buttons.
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
class NextStep:
    """A link to the page that records the next step of a paper."""

    label: str | Promise
    url: str


def steps_for(paper: Renunciation, user: User) -> list[NextStep]:
    """Returns the steps of the paper that the user may record. The author of a paper may not verify it."""
    lawful = set(paper.lawful_moves)
    if paper.recorded_by_id == user.pk:
        lawful.discard(RenunciationStatus.VERIFIED)
    return [
        NextStep(label, reverse(url_name, args=[paper.pk]))
        for state, (url_name, permission, label) in STEPS.items()
        if state in lawful and can(user, permission, paper)
    ]


def acts_of_strip(strip: dict[str, Any], case: Case, user: User) -> list[Offer]:
    """Returns links to what the user may record or issue for the person of this strip of the panel."""
    permit, may_renounce = strip.get("permits"), bool(strip.get("renunciation"))
    has_no_open_claim = not any(row.is_open for row in strip["applications"])
    is_at_work_age = bool(permit and permit["is_at_work_age"])
    acts = (
        (
            Permission.APPLICATION_CHANGE,
            str(_("New application")),
            "application-lodge",
            has_no_open_claim,
        ),
        (Permission.PERMIT_CHANGE, str(_("New permit")), "permit-record", True),
        (
            Permission.PERMIT_CHANGE,
            str(_("Record a review")),
            "individual-review-record",
            is_at_work_age,
        ),
        (
            Permission.RENUNCIATION_CHANGE,
            str(_("What the authority says")),
            "renunciation-demand",
            may_renounce,
        ),
        (
            Permission.RENUNCIATION_CHANGE,
            str(_("Record a renunciation")),
            "renunciation-record",
            may_renounce,
        ),
        (Permission.LETTER_ISSUE, str(_("Make a letter")), "letter-choose", True),
    )
    return [
        Offer(label, fast_reverse(page, strip["person"].pk), "")
        for permission, label, page, is_possible in acts
        if is_possible and can(user, permission, about=case)
    ]
