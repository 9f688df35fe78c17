"""Words of armed forces and police bodies."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RankBand(models.TextChoices):
    ENLISTED = "enlisted", _("Enlisted troops")
    PROFESSIONAL = "professional", _("Professional troops")
    OFFICER = "officer", _("Officers")
    GENERAL = "general", _("Generals")
    POLICE = "police", _("Police and intelligence bodies")
    UNKNOWN = "unknown", _("Not known")


class ForceKind(models.TextChoices):
    ARMED_FORCE = "armed_force", _("Armed force")
    POLICE = "police", _("Police body")
