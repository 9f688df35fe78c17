"""Words of papers that say who somebody is."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class YesNo(models.TextChoices):
    """An answer that may be missing; missing is not no."""

    YES = "yes", _("Yes")
    NO = "no", _("No")
    UNKNOWN = "unknown", _("Not known")


class DocumentEnd(models.TextChoices):
    """What became of a paper that somebody no longer holds."""

    REPLACED = "replaced", _("Replaced by another one")
    EXPIRED = "expired", _("Expired")
    LOST = "lost", _("Lost")
    STOLEN = "stolen", _("Stolen")
    TAKEN = "taken", _("Taken by an authority")
    HANDED_BACK = "handed_back", _("Handed back")
    MISTAKE = "mistake", _("Recorded by mistake")
