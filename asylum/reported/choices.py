"""Choices of reports about groups."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class GroupKind(models.TextChoices):
    MOVEMENT = "movement", _("People went somewhere together")
    MARCH = "march", _("A march")
    TALK = "talk", _("Talk of an armed group")
    ENLISTING = "enlisting", _("People were asked to enlist")
    WARNING = "warning", _("A warning or an analysis")


class Stage(models.TextChoices):
    """How far the group went, as reported."""

    PLANNED = "planned", _("Planned")
    PREVENTED = "prevented", _("Prevented")
    HAPPENED = "happened", _("It happened")
    SENT_BACK = "sent_back", _("It happened, and the people were sent back")
    CLAIMED = "claimed", _("Claimed, not confirmed")


STAGE_TONE: dict[str, str] = {
    Stage.PLANNED: "warn",
    Stage.PREVENTED: "good",
    Stage.HAPPENED: "calm",
    Stage.SENT_BACK: "calm",
    Stage.CLAIMED: "quiet",
}
