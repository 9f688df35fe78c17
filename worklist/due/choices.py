"""Choices for decisions about a date."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class DecisionKind(models.TextChoices):
    """What somebody decided about a date."""

    POSTPONED = "postponed", _("Postponed")
    DONE = "done", _("Done")
    HANDED = "handed", _("Handed over")


class PostponeReason(models.TextChoices):
    """Why a date may wait. Without free text, because everybody who sees the date reads the reason."""

    ANSWER = "answer", _("We wait for an answer from outside")
    PERSON = "person", _("The person cannot be reached, or asked to wait")
    SET = "set", _("A day for it is set")
    PAPERS = "papers", _("A paper is missing and on its way")
    ORDER = "order", _("Something worse comes first")


class DateOutcome(models.TextChoices):
    """How somebody settled a date in the list, because no other page settles it."""

    SETTLED = "settled", _("It was seen to")
    NOT_NEEDED = "not_needed", _("Nothing is to be done")


class Whose(models.TextChoices):
    """Whose dates a list shows."""

    MINE = "mine", _("Mine")
    NOBODY = "nobody", _("Of cases that nobody looks after")
