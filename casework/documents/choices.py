"""Choices of the documents in a case."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Turn(models.IntegerChoices):
    """The number of quarter turns to the right."""

    LEFT = 3, _("Turn left")
    RIGHT = 1, _("Turn right")


class DocumentKind(models.TextChoices):
    IDENTITY = "identity", _("Identity paper")
    MILITARY = "military", _("Military paper")
    PERMIT = "permit", _("Permit or stay paper")
    MEDICAL = "medical", pgettext_lazy("document", "Medical")
    LEGAL = "legal", pgettext_lazy("document", "Legal")
    PHOTO = "photo", _("Photo")
    OTHER = "other", _("Other document")
