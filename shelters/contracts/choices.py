"""Choices of contracts, bills and notices."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class RatePer(models.TextChoices):
    """The unit of a rate; every rate is for one night."""

    BED = "bed", _("a bed and night")
    ROOM = "room", _("a room and night")
    SITE = "site", _("the whole site and night")


class NoticeBy(models.TextChoices):
    """Who gave the notice to leave."""

    OWNER = "owner", _("Whoever runs the site")
    PAYER = "payer", _("Whoever pays for it")
    AUTHORITY = "authority", _("An authority")
    OFFICE = "office", _("Our office")


class NoticeReason(models.TextChoices):
    ARREARS = "arrears", _("Bills are not paid")
    CONTRACT = "contract", _("The contract is not renewed")
    OWNER_USE = "owner_use", _("The owner needs the place")
    CONDITION = "condition", _("The building is not fit to live in")
    SAFETY = "safety", _("It is not safe there")
    ORDER = "order", _("An authority ordered it")
    NEIGHBOURS = "neighbours", _("Tension with the neighbours")
    OTHER = "other", _("Another reason")
