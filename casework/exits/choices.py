"""Choices of reports that a second colleague confirms."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from casework.register.choices import ExitType

# After these exits, claims and terms are no longer followed.
OUT_OF_THE_COUNTRY = (ExitType.ONWARD, ExitType.RETURN, ExitType.RESETTLED, ExitType.DIED)


class LossKind(models.TextChoices):
    DEATH = "death", _("Death")
    FORCED_RETURN = "return", _("Forced return")


class LossStatus(models.TextChoices):
    REPORTED = "reported", _("Reported, not confirmed")
    CONFIRMED = "confirmed", _("Confirmed")
    WITHDRAWN = "withdrawn", _("Report taken back")


LOSS_TONE: dict[str, str] = {
    LossStatus.REPORTED: "warn",
    LossStatus.CONFIRMED: "trouble",
    LossStatus.WITHDRAWN: "quiet",
}


class Joining(models.TextChoices):
    """Whether a person who came back belongs again to the family that they left."""

    SAME_FAMILY = "same", _("Yes, from the day on which they came back")
    NOT_YET = (
        "not_yet",
        _("No, or not yet: it stands among what falls due until they belong to a family"),
    )
