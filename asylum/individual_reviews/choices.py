"""Words of reviews case by case."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AskedFor(models.TextChoices):
    """What was asked for when the case of one person was looked at."""

    STATES_WORK = "work", _("A paper that states the right to work")
    STAY = "stay", _("A paper to stay")
    CORRECTION = "mended", _("That a paper be put right")
    CLAIM = "claim", _("That the claim be looked at by itself")


class ReviewOutcome(models.TextChoices):
    GIVEN = "given", pgettext_lazy("review of one person", "It was given")
    REFUSED = "refused", pgettext_lazy("review of one person", "It was refused")
    OPEN = "open", pgettext_lazy("review of one person", "No answer yet")


REVIEW_TONE: dict[str, str] = {
    ReviewOutcome.GIVEN: "good",
    ReviewOutcome.REFUSED: "trouble",
    ReviewOutcome.OPEN: "warn",
}
