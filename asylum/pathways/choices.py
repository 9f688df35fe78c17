"""Words of the papers of a pathway."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AskedOf(models.TextChoices):
    """Of whom a stage of a pathway asks for a paper."""

    ALL = "all", _("Everybody")
    FORMER = "former", _("Former members of a force")
    CHILD = "child", _("Children")


class Bringer(models.TextChoices):
    """Who brings a paper of a pathway."""

    PERSON = "person", _("The person")
    OFFICE = "office", _("This office")
    AUTHORITY = "authority", _("The authority")
