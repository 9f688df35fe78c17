"""Words of how to reach somebody, and in which language."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PhoneLabel(models.TextChoices):
    """Whose phone it is; a phone that others pick up betrays who is called."""

    OWN = "own", _("Own phone")
    SHARED = "shared", _("Shared phone")
    RELATIVE = "relative", _("A relative's phone")
    FRIEND = "friend", _("A friend's phone")
    WORK = "work", _("Phone at work")
    OTHER = "other", _("Another phone")


class Language(models.TextChoices):
    """Languages that people at this border speak, by their ISO 639-3 code."""

    SPANISH = "spa", _("Spanish")
    WAYUU = "guc", _("Wayuu")
    GUAHIBO = "guh", _("Guahibo (Hiwi)")
    PUME = "yae", _("Pumé")
    YUKPA = "yup", _("Yukpa")
    BARI = "mot", _("Barí")
    WARAO = "wba", _("Warao")
    PEMON = "aoc", _("Pemón")
    YEKUANA = "mch", _("Ye'kuana")
    YANOMAMI = "guu", _("Yanomami")
    ENGLISH = "eng", _("English")
    PORTUGUESE = "por", _("Portuguese")
    FRENCH = "fra", _("French")
    ARABIC = "ara", _("Arabic")
    VENEZUELAN_SIGN = "vsl", _("Venezuelan sign language")
    COLOMBIAN_SIGN = "csn", _("Colombian sign language")
    OTHER = "mis", _("Another language")
