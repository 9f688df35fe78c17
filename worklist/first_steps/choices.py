"""The first steps that users confirm."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ConfirmedStep(models.TextChoices):
    """What a user can confirm: steps that Amparo cannot check, and that the list of first steps is put away."""

    MAIL = "mail", _("A mail arrived")
    RESTORED = "restored", _("A backup was restored")
    KEY = "key", _("The master key is kept elsewhere")
    PUT_AWAY = "put_away", _("The list is put away")
