"""Choices of cases, people, arrivals and exits."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class EntryMode(models.TextChoices):
    BRIDGE = "bridge", _("On foot over a bridge")
    RIVER = "river", _("Over the river")
    TRAIL = "trail", _("On a trail")
    VEHICLE = "vehicle", _("In a vehicle")
    AIR = "air", _("By air")
    OTHER = "other", _("Another way")
    UNKNOWN = "unknown", _("Not known")


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
    JOINED = "joined", _("Joined with another case")
    DUPLICATE = "duplicate", _("Opened by mistake")


STATUS_TONE: dict[str, str] = {CaseStatus.OPEN: "good", CaseStatus.CLOSED: "quiet"}


class PhoneLabel(models.TextChoices):
    """Whose phone it is: another person may answer it, and learn that we call."""

    OWN = "own", _("Own phone")
    SHARED = "shared", _("Shared phone")
    RELATIVE = "relative", _("A relative's phone")
    FRIEND = "friend", _("A friend's phone")
    WORK = "work", _("Phone at work")
    OTHER = "other", _("Another phone")
    UNKNOWN = "unknown", _("Not known whose")


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


class ExitType(models.TextChoices):
    RENT_SUBSIDY = "rent_subsidy", _("Own lodging with a rent subsidy")
    ONWARD = "onward", _("Travelled on to another country")
    RETURN = "return", _("Returned to the country of origin")
    RESETTLED = "resettled", _("Resettled")
    EVICTED = "evicted", _("Evicted")
    ABSCONDED = "absconded", _("Left without notice")
    LOST_CONTACT = "lost_contact", _("Contact lost")
    DIED = "died", _("Died")
    OWN_MEANS = "own_means", _("Lives on its own means")
    TRANSFERRED = "transferred", _("Handed over to another organisation")
    WITHDREW = "withdrew", _("No longer wants support")


class AfterExit(models.TextChoices):
    """What happened after an exit. With `BACK` the exit happened, with `MISTAKE` it did not."""

    BACK = "back", _("They had left, and came back")
    MISTAKE = "mistake", _("It was recorded by mistake: they had not left")
    AWAY = "away", _("They are still away")


class Voluntary(models.TextChoices):
    YES = "yes", _("Yes, of their own will")
    NO = "no", _("No, against their will")


# The exit that each member gets when a case closes, by reason. The two other reasons, joined with another case and
# opened by mistake, give no exit.
EXIT_BY_END_REASON: dict[str, ExitType] = {
    EndReason.SETTLED: ExitType.OWN_MEANS,
    EndReason.ONWARD: ExitType.ONWARD,
    EndReason.RETURNED: ExitType.RETURN,
    EndReason.RESETTLED: ExitType.RESETTLED,
    EndReason.LOST_CONTACT: ExitType.LOST_CONTACT,
    EndReason.TRANSFERRED: ExitType.TRANSFERRED,
    EndReason.WITHDREW: ExitType.WITHDREW,
    EndReason.DIED: ExitType.DIED,
}


class YesNo(models.TextChoices):
    """An answer that may be missing; missing does not mean no."""

    YES = "yes", _("Yes")
    NO = "no", _("No")
    UNKNOWN = "unknown", _("Not known")


class DocumentEnd(models.TextChoices):
    """Why the person no longer holds a paper."""

    REPLACED = "replaced", _("Replaced by another one")
    EXPIRED = "expired", _("Expired")
    LOST = "lost", _("Lost")
    STOLEN = "stolen", _("Stolen")
    TAKEN = "taken", _("Taken by an authority")
    HANDED_BACK = "handed_back", _("Handed back")
    MISTAKE = "mistake", _("Recorded by mistake")


class Category(models.TextChoices):
    """Why somebody is in a case. Whether a relative is a child follows from the age and is never stored."""

    FORMER_MEMBER = "former_member", _("Former member of a force")
    RELATIVE = "relative", _("Relative")


class Population(models.TextChoices):
    """The category as funders count it on a day: relatives are adults or children."""

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
    # Stated as a month, or counted from an age in months. Stored as the first day of the month; the day is never shown.
    MONTH = "month", _("Month, perhaps approximate")
    YEAR = "year", _("Year only")
    # Counted from an age, or stated as "about 1990".
    AGE = "age", _("Approximate year")
    UNKNOWN = "unknown", _("Not known")


class Relation(models.TextChoices):
    """Relation to the principal of the case. The codes are ours, the labels UNHCR's."""

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
    FATHER_IN_LAW = "FIL", _("Father-in-law")
    MOTHER_IN_LAW = "MIL", _("Mother-in-law")
    SON_IN_LAW = "SOL", _("Son-in-law")
    DAUGHTER_IN_LAW = "DAL", _("Daughter-in-law")
    BROTHER_IN_LAW = "BIL", _("Brother-in-law")
    SISTER_IN_LAW = "SIL", _("Sister-in-law")
    IN_LAW = "INL", _("Another in-law")
    OTHER = "OTR", _("Other relative")
    UNRELATED = "NON", _("Not related")
    # Nobody has recorded the relation yet.
    UNKNOWN = "UNK", _("Relation not said")


class DocumentType(models.TextChoices):
    NATIONAL_ID = "national_id", _("National identity card")
    # Only Colombians under 18 have one. Their adult card keeps its number.
    MINORS_ID = "minors_id", _("Identity card of a minor (TI)")
    PASSPORT = "passport", _("Passport")
    MILITARY_ID = "military_id", _("Military card")
    BIRTH_CERTIFICATE = "birth_certificate", _("Birth certificate")
    STAY_PAPER = "stay_paper", _("Stay paper (safe-conduct, PEP, PPT, foreigner’s card)")
    OTHER = "other", _("Other document")
