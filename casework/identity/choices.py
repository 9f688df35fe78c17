"""Choices for facts that change, for plans to travel on, and for contact with the media."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class WhichAge(models.TextChoices):
    """The user's answer if the typed age makes a child an adult, or the reverse: which age is right."""

    ON_FILE = "file", _("What is on file")
    NEW = "new", _("What is typed now")


class ChangingFact(models.TextChoices):
    """Facts of a person that may change, so that the former value was true."""

    NAME = "name", _("Name")
    SEX = "sex", _("Sex")
    NATIONALITY = "nationality", _("Nationality")


FIELDS_OF = {
    ChangingFact.NAME: ("given_names", "family_names"),
    ChangingFact.SEX: ("sex",),
    ChangingFact.NATIONALITY: ("nationality", "second_nationality"),
}


class OnwardStatus(models.TextChoices):
    NONE = "none", _("Wants to stay")
    WANTS = "wants", _("Wants to travel on")
    PLANNING = "planning", _("Is planning the journey")
    HAS_MEANS = "has_means", _("Has the means to travel")
    LEFT = "left", _("Has left")


class MediaReason(models.TextChoices):
    """Why somebody does not talk to the media."""

    OWN_WISH = "own_wish", _("Own wish")
    AUTHORITY = "authority", _("Told so by an authority")
