"""How far a plan of moves is, what became of each person in it, and what is known about the answer."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class MovePlanState(models.TextChoices):
    DRAFT = "draft", pgettext_lazy("a plan", "draft")
    APPLIED = "applied", pgettext_lazy("a plan", "applied")
    DROPPED = "dropped", pgettext_lazy("a plan", "dropped")


class Solving(models.TextChoices):
    """How far a worker is with the places of a plan."""

    DONE = "done", pgettext_lazy("a plan", "worked out")
    QUEUED = "queued", pgettext_lazy("a plan", "waits for a worker")
    RUNNING = "running", pgettext_lazy("a plan", "being worked out")
    FAILED = "failed", pgettext_lazy("a plan", "could not be worked out")


UNDER_WAY = (Solving.QUEUED, Solving.RUNNING)


class MoveLineState(models.TextChoices):
    PLANNED = "planned", _("has a new place")
    NO_PLACE = "no_place", _("no place")
    LEFT_OUT = "left_out", _("left out by hand")


class Proof(models.TextChoices):
    """What the solver proved. The sentence of each stands on the page."""

    BEST = "best", _("No other plan is better by these rules.")
    FEWEST = (
        "fewest",
        _(
            "No plan leaves fewer bed-nights without a place. Not proven best: one with fewer changes may exist."
        ),
    )
    NONE = (
        "none",
        _(
            "Not proven best: the time was over. A plan with fewer people without a place may exist."
        ),
    )
