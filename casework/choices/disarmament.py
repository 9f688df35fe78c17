"""Words of a disarmament, as far as an organisation without arms may record it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Answer(models.TextChoices):
    YES = "yes", _("Yes")
    NO = "no", _("No")
    UNKNOWN = "unknown", _("Not known")
