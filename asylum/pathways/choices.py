"""Choices of the papers of a pathway."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class AskedOf(models.TextChoices):
    """Who needs a paper at a stage of a pathway."""

    ALL = "all", _("Everybody")
    FORMER = "former", _("Former members of a force")
    CHILD = "child", _("Children")


class PairVerdict(Toned):
    """What a law or a court says about holding two papers."""

    FORBIDDEN = "forbidden", "warn", _("not held together")
    DISPUTED = "disputed", "warn", _("courts have ruled on it")
    ALLOWED = "allowed", "calm", _("may be held together")


class Bringer(models.TextChoices):
    """Who provides a paper of a pathway."""

    PERSON = "person", _("The person")
    OFFICE = "office", _("This office")
    AUTHORITY = "authority", _("The authority")
