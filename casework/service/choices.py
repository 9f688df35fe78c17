"""Choices of service in a force and of sanctions by the state of origin."""

from django.db import models
from django.utils.translation import gettext_lazy as _

NOBODY_ASKED = _("Nobody asked whether this person served in a force")


class SanctionType(models.TextChoices):
    EXPULSION = "expulsion", _("Expulsion from the force")
    TREASON_CHARGE = "treason_charge", _("Charge of treason")
    DISCHARGE = "discharge", _("Dishonourable discharge")
    ARREST_WARRANT = "arrest_warrant", _("Arrest warrant")
    OTHER = "other", _("Another sanction")


class ServiceEnd(models.TextChoices):
    """How service ended. "Deserted" is the person's own word, not a charge."""

    DESERTED = "deserted", _("Left without leave")
    DISCHARGED = "discharged", _("Discharged")
    EXPELLED = "expelled", _("Expelled")
    RETIRED = "retired", _("Retired")
    UNKNOWN = "unknown", _("Not known")
