"""What a person says of the first steps, because no table of ours can know it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SaidStep(models.TextChoices):
    """Things that happen outside Amparo, and that the list of first steps is put away."""

    MAIL = "mail", _("A mail arrived")
    RESTORED = "restored", _("A backup was restored")
    KEY = "key", _("The master key is kept elsewhere")
    PUT_AWAY = "put_away", _("The list is put away")
