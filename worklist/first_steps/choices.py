"""Choices for confirmed first steps."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SaidStep(models.TextChoices):
    """Things that happen outside Amparo, and putting the list of first steps away."""

    MAIL = "mail", _("A mail arrived")
    RESTORED = "restored", _("A backup was restored")
    KEY = "key", _("The master key is kept elsewhere")
    PUT_AWAY = "put_away", _("The list is put away")
