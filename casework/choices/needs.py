"""Words of specific needs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class NeedFamily(models.TextChoices):
    """UNHCR's families of specific needs."""

    CHILD_AT_RISK = "CR", _("Child at risk")
    SEPARATED_CHILD = "SC", _("Unaccompanied or separated child")
    WOMAN_AT_RISK = "WR", _("Woman at risk")
    OLDER_PERSON = "ER", _("Older person at risk")
    SINGLE_PARENT = "SP", _("Single parent or caregiver")
    DISABILITY = "DS", _("Disability")
    MEDICAL = "SM", _("Serious medical condition")
    FAMILY_UNITY = "FU", _("Family unity")
    PROTECTION = "LP", _("Legal and physical protection")
    TORTURE = "TR", _("Torture")
    GENDER_VIOLENCE = "SV", _("Gender-based violence")


class NeedSource(models.TextChoices):
    """How a need became known."""

    OWN_ACCOUNT = "own_account", _("The person said so")
    FAMILY = "family", _("The family said so")
    OBSERVED = "observed", _("Seen by staff")
    PAPER = "paper", _("A paper says so")
    HEALTH = "health", _("A health worker said so")
    PARTNER = "partner", _("Another organisation said so")


class RoomNeed(models.TextChoices):
    """What a place to sleep must offer; all that whoever gives beds learns of a need."""

    GROUND_FLOOR = "ground_floor", _("Ground floor")
    SINGLE_ROOM = "single_room", _("Single room")
    COT = "cot", _("Cot")
    DIET = "diet", _("Special diet")
    QUIET = "quiet", _("Quiet place")
