"""Words of countries, forces, legal time and specific needs."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class Country(models.TextChoices):
    """The likely ones; ZZ is ISO's code for a country that is none of these or not known."""

    VENEZUELA = "VE", _("Venezuela")
    COLOMBIA = "CO", _("Colombia")
    ARGENTINA = "AR", _("Argentina")
    ARUBA = "AW", _("Aruba")
    BOLIVIA = "BO", _("Bolivia")
    BRAZIL = "BR", _("Brazil")
    CANADA = "CA", _("Canada")
    CHILE = "CL", _("Chile")
    COSTA_RICA = "CR", _("Costa Rica")
    CURACAO = "CW", _("Curaçao")
    DOMINICAN_REPUBLIC = "DO", _("Dominican Republic")
    ECUADOR = "EC", _("Ecuador")
    FRANCE = "FR", _("France")
    GERMANY = "DE", _("Germany")
    ITALY = "IT", _("Italy")
    MEXICO = "MX", _("Mexico")
    PANAMA = "PA", _("Panama")
    PARAGUAY = "PY", _("Paraguay")
    PERU = "PE", _("Peru")
    PORTUGAL = "PT", _("Portugal")
    SPAIN = "ES", _("Spain")
    TRINIDAD = "TT", _("Trinidad and Tobago")
    UNITED_STATES = "US", _("United States")
    URUGUAY = "UY", _("Uruguay")
    OTHER = "ZZ", _("Another country, or not known")


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


class Unit(models.TextChoices):
    """Units of legal time. Months are calendar months; business days need the working calendar."""

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
