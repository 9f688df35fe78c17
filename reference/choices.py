"""Choices of countries, forces, units of legal terms, and specific needs."""

from django.db import models
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy as _

from pages.countries import COUNTRY_CODES, countries_by_name, name_of_country

country_name = lazy(name_of_country, str)


class Country(models.TextChoices):
    """Every country of ISO 3166-1; ZZ is its code for another or unknown country."""

    _ignore_ = ["code", "members"]

    VENEZUELA = "VE", country_name("VE")
    members = vars()
    for code in COUNTRY_CODES:
        if code != "VE":
            members[code] = code, country_name(code)
    OTHER = "ZZ", _("Another country, or not known")


def countries() -> list[tuple[str, str]]:
    """Codes and names in the user's language, the likely ones first, ZZ last."""
    return [*countries_by_name(), (Country.OTHER.value, str(Country.OTHER.label))]


class RankBand(models.TextChoices):
    ENLISTED = "enlisted", _("Enlisted troops")
    PROFESSIONAL = "professional", _("Professional troops")
    OFFICER = "officer", _("Officers")
    GENERAL = "general", _("Generals")
    POLICE = "police", _("Police and intelligence bodies")
    UNKNOWN = "unknown", _("Not known")


class ForceKind(models.TextChoices):
    ARMED_FORCE = "armed_force", _("Armed force")
    POLICE = "police", _("Police body")


# In the two intelligence bodies soldiers and policemen keep the rank of their own force.
FORCES_OF_BOTH_KINDS = frozenset({"sebin", "dgcim"})


def has_rank(force: str, kind: str, band: str) -> bool:
    """Whether this force, of this ForceKind, has ranks of this band: an army has no police ranks."""
    is_open = force in FORCES_OF_BOTH_KINDS or band == RankBand.UNKNOWN
    return is_open or (kind == ForceKind.POLICE) == (band == RankBand.POLICE)


class Unit(models.TextChoices):
    """Units of a legal term. Business days depend on the working calendar."""

    HOUR = "hour", _("hours")
    CALENDAR_DAY = "calendar_day", _("calendar days")
    BUSINESS_DAY = "business_day", _("business days")
    MONTH = "month", _("calendar months")
    DATE = "date", _("fixed date")


class Confidence(models.TextChoices):
    V1 = "V1", _("Read in the official text")
    V2 = "V2", _("Read in a secondary source")
    WEAK = "V2-weak", _("One secondary source only")
    CONTESTED = "X", _("Sources contradict each other")
    UNCONFIRMED = "M", _("Not confirmed")


class AllowsWork(models.TextChoices):
    """The answer of a law, or of a person, to whether somebody may work."""

    YES = "yes", _("Allows work")
    NO = "no", _("Does not allow work")
    CONTESTED = "contested", _("Sources contradict each other")


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


# UNHCR codes that NeedCode does not have: such a suspicion is reported in confidence instead.
REPORTED_IN_CONFIDENCE = frozenset({"LP-AP", "LP-CR", "LP-ST"})


class NeedSource(models.TextChoices):
    """How a need became known."""

    OWN_ACCOUNT = "own_account", _("The person said so")
    FAMILY = "family", _("The family said so")
    OBSERVED = "observed", _("Seen by staff")
    PAPER = "paper", _("A paper says so")
    HEALTH = "health", _("A health worker said so")
    PARTNER = "partner", _("Another organisation said so")


class RoomNeed(models.TextChoices):
    """What a place to sleep must offer: the only part of a need that users who assign beds see."""

    GROUND_FLOOR = "ground_floor", _("Ground floor")
    STEP_FREE = "step_free", _("Reached without steps")
    SINGLE_ROOM = "single_room", _("Single room")
    COT = "cot", _("Cot")
    DIET = "diet", _("Special diet")
    QUIET = "quiet", _("Quiet place")
    BATHROOM = "bathroom", _("Own bathroom")


class TextLanguage(models.TextChoices):
    """Languages of the texts that are read to people (ISO 639)."""

    SPANISH = "es", _("Spanish")
    ENGLISH = "en", _("English")
