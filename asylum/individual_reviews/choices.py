"""Choices of case-by-case reviews."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class AskedFor(models.TextChoices):
    """What was asked for in a review of one person's case."""

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
