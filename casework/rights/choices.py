"""Reasons for extracts and erasures."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class ExtractReason(models.TextChoices):
    """The reason for an extract of everything about a person."""

    ASKED = "asked", _("The person asked for it")
    GUARDIAN = "guardian", _("The guardian asked for it")
    LAWYER = "lawyer", _("The person's lawyer needs it")
    ORDER = "order", _("An order of a court or authority")


class ErasureReason(models.TextChoices):
    """The reason for destroying everything that identifies a person."""

    ASKED = "asked", _("The person asked for it")
    RETENTION = "retention", _("The time for keeping the file is over")
    UNLAWFUL = "unlawful", _("It should never have been recorded")
    ORDER = "order", _("An order of a court or authority")
