"""Words of consent: what for, in what state, how it was given."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class Purpose(models.TextChoices):
    """What somebody is asked to agree to; each is asked, refused and withdrawn by itself."""

    STORING = "storing", _("Keeping the file")
    LEGAL_AID = "legal_aid", _("Sharing with legal aid")
    HEALTH = "health", _("Sharing with a health provider")
    UNHCR = "unhcr", _("Sharing with UNHCR and other UN agencies")
    GOVERNMENT = "government", _("Sharing with a government authority")
    AID_ORGANISATION = "aid_organisation", _("Sharing with another aid organisation")
    INTERVIEWS = "interviews", _("Interviews with outsiders and media")
    PHOTOS = "photos", _("Photos")
    NAMED_EXPORT = "named_export", _("Export with the name")


class ConsentStatus(models.TextChoices):
    ASKED = "asked", pgettext_lazy("consent", "Asked")
    GIVEN = "given", pgettext_lazy("consent", "Given")
    REFUSED = "refused", pgettext_lazy("consent", "Refused")
    WITHDRAWN = "withdrawn", pgettext_lazy("consent", "Withdrawn")


_S = ConsentStatus

# Given to given is a renewal. That it has expired follows from the day and is never stored.
CONSENT_MOVES: dict[str, frozenset[str]] = {
    "": frozenset({_S.ASKED, _S.GIVEN, _S.REFUSED}),
    _S.ASKED: frozenset({_S.GIVEN, _S.REFUSED}),
    _S.GIVEN: frozenset({_S.GIVEN, _S.WITHDRAWN}),
    _S.REFUSED: frozenset({_S.ASKED, _S.GIVEN}),
    _S.WITHDRAWN: frozenset({_S.ASKED, _S.GIVEN}),
}

CONSENT_TONE: dict[str, str] = {
    _S.ASKED: "warn",
    _S.GIVEN: "good",
    _S.REFUSED: "trouble",
    _S.WITHDRAWN: "trouble",
}


class Basis(models.TextChoices):
    """How the answer was given, or what stands in its place."""

    WRITTEN = "written", _("In writing")
    SPOKEN = "spoken", _("By word of mouth")
    GUARDIAN = "guardian", _("By a parent or guardian")
    VITAL_INTEREST = "vital", _("Vital interest, the person could not be asked")


class ConsentLanguage(models.TextChoices):
    """In which language it was explained (ISO 639)."""

    SPANISH = "es", _("Spanish")
    WAYUU = "guc", _("Wayuunaiki")
    ENGLISH = "en", _("English")
    OTHER = "mis", _("Another language")
