"""Choices about relatives in the country of origin, and what happens to them."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from casework.register.choices import Relation


class Risk(models.TextChoices):
    """The danger of a relative at home because of the person who fled."""

    UNKNOWN = "unknown", _("Not known")
    LOW = "low", _("Low")
    MEDIUM = "medium", _("Medium")
    HIGH = "high", _("High")


RISK_TONE: dict[str, str] = {
    Risk.UNKNOWN: "quiet",
    Risk.LOW: "calm",
    Risk.MEDIUM: "warn",
    Risk.HIGH: "trouble",
}


class RelativeEnd(models.TextChoices):
    """Why a relative is no longer listed among those at home."""

    JOINED = "joined", _("Came out to join the family")
    SAFE = "safe", _("Lives elsewhere in safety")
    LOST_CONTACT = "lost_contact", _("Contact lost")
    DIED = "died", _("Died")
    MISTAKE = "mistake", _("Recorded by mistake")


class IncidentType(models.TextChoices):
    HOUSE_MARKED = "house_marked", _("House marked")
    DETAINED = "detained", _("Detained")
    BEATEN = "beaten", _("Beaten")
    QUESTIONED = "questioned", _("Questioned")
    FORCED_TO_SIGN = "forced_to_sign", _("Forced to sign")
    DISMISSED = "dismissed", _("Dismissed from work")
    THREATENED = "threatened", _("Threatened")
    TORTURED = "tortured", _("Tortured")
    PROPERTY_TAKEN = "property_taken", _("Property taken")


class Actor(models.TextChoices):
    """Who did it, according to the account."""

    UNKNOWN = "unknown", _("Not known")
    COLECTIVOS = "colectivos", _("Armed civilian groups (colectivos)")
    MILITARY = "military", _("Military")
    POLICE = "police", _("Police")
    INTELLIGENCE = "intelligence", _("Intelligence service")
    OTHER = "other", _("Others")


class IncidentSource(models.TextChoices):
    """The source of the account."""

    CLIENT = "client", _("The person in the case")
    RELATIVE = "relative", _("A relative")
    PRESS = "press", _("Press")
    PARTNER = "partner", _("A partner organisation")


class Certainty(models.TextChoices):
    """How reliable an account is."""

    UNCHECKED = "unchecked", _("As told, not checked")
    PLAUSIBLE = "plausible", _("Fits what else is known")
    CONFIRMED = "confirmed", _("Confirmed by a second source")


class DetentionEnd(models.TextChoices):
    RELEASED = "released", pgettext_lazy("detention", "Released")
    ESCAPED = "escaped", _("Escaped")
    DIED = "died", _("Died in detention")
    MISTAKE = "mistake", _("Recorded by mistake")


RELATIVE_RELATIONS = [
    each for each in Relation.choices if each[0] not in (Relation.PRINCIPAL, Relation.UNKNOWN)
]
