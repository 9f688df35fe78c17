"""The words of reporting."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class TableStatus(Toned):
    """How far the making of a table has come."""

    QUEUED = "queued", "calm", _("Waiting")
    RUNNING = "running", "calm", _("Being made")
    READY = "ready", "good", _("Ready")
    FAILED = "failed", "trouble", _("Failed")


class Unshared(models.TextChoices):
    """Why somebody is left out of a list that leaves the house."""

    NOT_AGREED = "not_agreed", _("Never asked, or no answer yet")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Taken back")
    EXPIRED = "expired", _("The consent has expired")


class Audience(models.TextChoices):
    """Who will read a table; it decides the smallest number that may be shown."""

    PARTNER = "partner", _("Funder or partner with a sharing agreement")
    PUBLIC = "public", _("Public, or politically exposed")


SMALLEST_COUNT: dict[str, int] = {Audience.PARTNER: 5, Audience.PUBLIC: 10}


class Indicator(models.TextChoices):
    ARRIVALS = "I02", _("New arrivals")
    SHELTERED = "I03", _("People sheltered on the last night")


class SexAge(models.TextChoices):
    """UNHCR's age bands by sex, as columns of a table; the value is the HXL attribute."""

    F_0_4 = "f_0_4", _("Female 0-4")
    F_5_11 = "f_5_11", _("Female 5-11")
    F_12_17 = "f_12_17", _("Female 12-17")
    F_18_59 = "f_18_59", _("Female 18-59")
    F_60_PLUS = "f_60_plus", _("Female 60+")
    F_UNKNOWN = "f_unknown", _("Female, age not known")
    M_0_4 = "m_0_4", _("Male 0-4")
    M_5_11 = "m_5_11", _("Male 5-11")
    M_12_17 = "m_12_17", _("Male 12-17")
    M_18_59 = "m_18_59", _("Male 18-59")
    M_60_PLUS = "m_60_plus", _("Male 60+")
    M_UNKNOWN = "m_unknown", _("Male, age not known")
    OTHER = "x", _("Other or not known")
