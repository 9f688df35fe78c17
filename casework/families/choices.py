"""The steps of the family builder."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class FamilyStep(models.TextChoices):
    JOINED = "joined", _("People of another case joined")
    SPLIT = "split", _("People left for a case of their own")
    PRINCIPAL = "principal", _("Another principal")
    ADDED = "added", _("Somebody was added")
    LEFT = "left", _("Somebody left")
    RELATION = "relation", _("A relation was put right")
    CHANGED = "changed", _("A relation changed")


# The days of memberships already show these steps.
SHOWN_BY_MEMBERSHIPS = (FamilyStep.ADDED, FamilyStep.LEFT, FamilyStep.JOINED, FamilyStep.SPLIT)
