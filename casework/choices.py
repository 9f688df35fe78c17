"""The words of casework: enums with their labels, groups of states, and the tone each is shown in."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class CaseStatus(models.TextChoices):
    OPEN = "open", _("Open")
    CLOSED = "closed", _("Closed")


CASE_MOVES: dict[str, set[str]] = {
    CaseStatus.OPEN: {CaseStatus.CLOSED},
    CaseStatus.CLOSED: {CaseStatus.OPEN},
}


class EndReason(models.TextChoices):
    """Why support of a family unit ended."""

    SETTLED = "settled", _("Lives on its own means")
    ONWARD = "onward", _("Travelled on to another country")
    RETURNED = "returned", _("Returned to the country of origin")
    RESETTLED = "resettled", _("Resettled")
    LOST_CONTACT = "lost_contact", _("Contact lost")
    TRANSFERRED = "transferred", _("Handed over to another organisation")
    WITHDREW = "withdrew", _("No longer wants support")
    DIED = "died", _("Died")
    DUPLICATE = "duplicate", _("Opened by mistake")


class Category(models.TextChoices):
    """Why somebody is in a case. Whether a relative is a child follows from the age and is never stored."""

    FORMER_MEMBER = "former_member", _("Former member of a force")
    RELATIVE = "relative", _("Relative")


class Population(models.TextChoices):
    """The category as funders count it on a day: relatives split by age."""

    FORMER_MEMBER = "former_member", _("Former member of a force")
    ADULT_RELATIVE = "adult_relative", _("Adult relative")
    CHILD = "child", _("Child")


class Sex(models.TextChoices):
    FEMALE = "f", pgettext_lazy("sex of one person", "Female")
    MALE = "m", pgettext_lazy("sex of one person", "Male")
    OTHER = "x", _("Other")
    UNKNOWN = "u", _("Not known")


class BirthPrecision(models.TextChoices):
    """How exactly a birth is known. An approximate age never becomes 1 January."""

    DAY = "day", _("Exact date")
    YEAR = "year", _("Year only")
    AGE = "age", _("From a stated age")
    UNKNOWN = "unknown", _("Not known")


class Relation(models.TextChoices):
    """Relation to the principal of the case (own codes; UNHCR's labels)."""

    PRINCIPAL = "FP", _("Principal")
    SPOUSE = "SPO", _("Spouse")
    PARTNER = "PAR", _("Partner")
    SON = "SON", _("Son")
    DAUGHTER = "DAU", _("Daughter")
    STEPCHILD = "STC", _("Stepchild")
    FOSTER_CHILD = "FOC", _("Foster child")
    FATHER = "FAT", _("Father")
    MOTHER = "MOT", _("Mother")
    BROTHER = "BRO", _("Brother")
    SISTER = "SIS", _("Sister")
    GRANDPARENT = "GRP", _("Grandparent")
    GRANDCHILD = "GRC", _("Grandchild")
    UNCLE = "UNC", _("Uncle")
    AUNT = "AUN", _("Aunt")
    NEPHEW = "NEP", _("Nephew")
    NIECE = "NIE", _("Niece")
    COUSIN = "COU", _("Cousin")
    IN_LAW = "INL", _("In-law")
    OTHER = "OTR", _("Other relative")
    UNRELATED = "NON", _("Not related")


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


class EntryMode(models.TextChoices):
    BRIDGE = "bridge", _("On foot over a bridge")
    RIVER = "river", _("Over the river")
    TRAIL = "trail", _("On a trail")
    VEHICLE = "vehicle", _("In a vehicle")
    AIR = "air", _("By air")
    OTHER = "other", _("Another way")
    UNKNOWN = "unknown", _("Not known")


class DocumentType(models.TextChoices):
    NATIONAL_ID = "national_id", _("National identity card")
    PASSPORT = "passport", _("Passport")
    MILITARY_ID = "military_id", _("Military card")
    BIRTH_CERTIFICATE = "birth_certificate", _("Birth certificate")
    OTHER = "other", _("Other document")


class OrganisationKind(models.TextChoices):
    STATE = "state", _("State body")
    UN = "un", _("United Nations")
    NGO = "ngo", _("Non-governmental organisation")
    CHURCH = "church", _("Church")
    VOLUNTEERS = "volunteers", _("Volunteers")
    BUSINESS = "business", _("Business")


class Service(models.TextChoices):
    """Where a case can be referred to inside the house."""

    LEGAL = "legal", _("Legal aid")


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


STATUS_TONE: dict[str, str] = {CaseStatus.OPEN: "good", CaseStatus.CLOSED: "quiet"}
