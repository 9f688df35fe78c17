"""Words of organisations."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class OrganisationKind(models.TextChoices):
    STATE = "state", _("State body")
    UN = "un", _("United Nations")
    NGO = "ngo", _("Non-governmental organisation")
    CHURCH = "church", _("Church")
    VOLUNTEERS = "volunteers", _("Volunteers")
    BUSINESS = "business", _("Business")
