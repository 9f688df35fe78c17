"""Words of service in a force."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ServiceEnd(models.TextChoices):
    """How service ended. "Deserted" is what the person says of the leaving, not a charge."""

    DESERTED = "deserted", _("Left without leave")
    DISCHARGED = "discharged", _("Discharged")
    EXPELLED = "expelled", _("Expelled")
    RETIRED = "retired", _("Retired")
    UNKNOWN = "unknown", _("Not known")
