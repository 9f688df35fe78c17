"""Choices of interviews that people gave to outsiders."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Visitor(models.TextChoices):
    """Who interviewed the people."""

    ORGANISATION = "organisation", _("Human rights or aid organisation")
    JOURNALIST = "journalist", _("Journalist")
    RESEARCHER = "researcher", _("Researcher")
    AUTHORITY = "authority", _("Authority")
    OTHER = "other", _("Somebody else")
