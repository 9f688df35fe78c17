"""Choices of a case plan."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class PlanArea(models.TextChoices):
    """The area of a need, which figures count."""

    SHELTER = "shelter", _("Shelter")
    PAPERS = "papers", _("Papers and legal status")
    HEALTH = "health", _("Health")
    INCOME = "income", _("Work and income")
    SCHOOL = "school", _("School and training")
    PROTECTION = "protection", _("Protection")
    FAMILY = "family", _("Family")
    OTHER = "other", _("Something else")


class PlanDoer(models.TextChoices):
    FAMILY = "family", _("The family")
    STAFF = "staff", _("The team")
    PARTNER = "partner", _("Another organisation")


class PlanStatus(models.TextChoices):
    PLANNED = "planned", _("Planned")
    UNDER_WAY = "under_way", _("Under way")
    REACHED = "reached", _("Reached")
    PARTLY = "partly", _("Partly reached")
    DROPPED = "dropped", pgettext_lazy("a goal or a step", "Dropped")


PLAN_MOVES: dict[str, set[str]] = {
    PlanStatus.PLANNED: {
        PlanStatus.UNDER_WAY,
        PlanStatus.REACHED,
        PlanStatus.PARTLY,
        PlanStatus.DROPPED,
    },
    PlanStatus.UNDER_WAY: {PlanStatus.REACHED, PlanStatus.PARTLY, PlanStatus.DROPPED},
    PlanStatus.PARTLY: {PlanStatus.UNDER_WAY, PlanStatus.REACHED},
    PlanStatus.REACHED: {PlanStatus.UNDER_WAY},
    PlanStatus.DROPPED: {PlanStatus.PLANNED},
}

OPEN_PLAN = frozenset({PlanStatus.PLANNED, PlanStatus.UNDER_WAY})

PLAN_TONE: dict[str, str] = {
    PlanStatus.PLANNED: "quiet",
    PlanStatus.UNDER_WAY: "calm",
    PlanStatus.REACHED: "good",
    PlanStatus.PARTLY: "warn",
    PlanStatus.DROPPED: "quiet",
}
