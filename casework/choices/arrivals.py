"""Words of an arrival."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class EntryMode(models.TextChoices):
    BRIDGE = "bridge", _("On foot over a bridge")
    RIVER = "river", _("Over the river")
    TRAIL = "trail", _("On a trail")
    VEHICLE = "vehicle", _("In a vehicle")
    AIR = "air", _("By air")
    OTHER = "other", _("Another way")
    UNKNOWN = "unknown", _("Not known")
