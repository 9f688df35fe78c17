"""Words about one person."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


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


class DocumentType(models.TextChoices):
    NATIONAL_ID = "national_id", _("National identity card")
    PASSPORT = "passport", _("Passport")
    MILITARY_ID = "military_id", _("Military card")
    BIRTH_CERTIFICATE = "birth_certificate", _("Birth certificate")
    STAY_PAPER = "stay_paper", _("Stay paper (safe-conduct, PEP, PPT)")
    OTHER = "other", _("Other document")
