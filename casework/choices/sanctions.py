"""Words of sanctions by the state of origin."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class SanctionType(models.TextChoices):
    EXPULSION = "expulsion", _("Expulsion from the force")
    TREASON_CHARGE = "treason_charge", _("Charge of treason")
    DISCHARGE = "discharge", _("Dishonourable discharge")
    ARREST_WARRANT = "arrest_warrant", _("Arrest warrant")
    OTHER = "other", _("Another sanction")
