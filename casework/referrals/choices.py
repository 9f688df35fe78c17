"""Choices of referrals to outside services."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pages.choices import HowCounted


class OutsideService(models.TextChoices):
    """Services of outside organisations."""

    HEALTH = "health", _("Health")
    MENTAL_HEALTH = "mental_health", _("Mental health")
    LEGAL = "legal", _("Legal help outside the house")
    EDUCATION = "education", _("Education")
    LIVELIHOOD = "livelihood", _("Livelihood")
    SHELTER = "shelter", _("Shelter")
    CASH = "cash", _("Cash")
    TRACING = "tracing", _("Family tracing")
    OTHER = "other", _("Another service")


class Urgency(models.TextChoices):
    NORMAL = "normal", pgettext_lazy("urgency", "Normal")
    SOON = "soon", _("Soon")
    URGENT = "urgent", _("At once")


class ReferralStatus(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("referral", "Draft")
    SENT = "sent", pgettext_lazy("referral", "Sent")
    ACCEPTED = "accepted", pgettext_lazy("referral", "Accepted")
    REFUSED = "refused", pgettext_lazy("referral", "Declined")
    COMPLETED = "completed", pgettext_lazy("referral", "Completed")
    REVOKED = "revoked", pgettext_lazy("referral", "Taken back")


class HowReferralsCounted(HowCounted):
    """How the rate of referrals is counted, a sentence shown beside the rate."""

    IN_TIME = (
        "I19",
        _(
            "Referrals that were completed within the days of their service, of all in your sight that were sent, "
            "also those taken back later. Drafts do not count. The days are the house's own aim."
        ),
    )


_Status = ReferralStatus

REFERRAL_MOVES: dict[str, frozenset[str]] = {
    _Status.DRAFT: frozenset({_Status.SENT, _Status.REVOKED}),
    _Status.SENT: frozenset(
        {_Status.ACCEPTED, _Status.REFUSED, _Status.COMPLETED, _Status.REVOKED}
    ),
    _Status.ACCEPTED: frozenset({_Status.COMPLETED, _Status.REFUSED, _Status.REVOKED}),
    _Status.REFUSED: frozenset(),
    _Status.COMPLETED: frozenset(),
    _Status.REVOKED: frozenset(),
}

OPEN_REFERRAL: frozenset[str] = frozenset(s for s, moves in REFERRAL_MOVES.items() if moves)

# Statuses for which a user must give a reason.
NEEDS_REASON: frozenset[str] = frozenset({_Status.REFUSED, _Status.REVOKED})

REFERRAL_TONE: dict[str, str] = {
    _Status.DRAFT: "warn",
    _Status.SENT: "calm",
    _Status.ACCEPTED: "calm",
    _Status.REFUSED: "trouble",
    _Status.COMPLETED: "good",
    _Status.REVOKED: "quiet",
}
