"""Choices of identification: how the State told fighters from civilians (IDDRS 5.40 section 7)."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ContestResult(models.TextChoices):
    KEPT = "kept", _("The authority kept to it")
    CHANGED = "changed", _("The authority changed it")
