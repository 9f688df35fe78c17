"""The words of aid: kinds, the state of an agreement, and the tone each is shown in."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class AidKind(models.TextChoices):
    """What somebody gets."""

    LODGING = "lodging", _("Lodging")
    MEALS = "meals", _("Meals")
    HEALTH = "health", _("Health care")
    LEGAL = "legal", _("Legal aid")
    CASH = "cash", _("Cash")
    ITEMS = "items", _("Household items")


class AgreementStatus(models.TextChoices):
    """Where an agreement stands on a day. Derived, never stored."""

    COMING = "coming", _("Not begun")
    RUNNING = "running", _("In force")
    NOTICE = "notice", _("Notice given")
    ENDED = "ended", _("Ended")


class Currency(models.TextChoices):
    COP = "COP", _("Colombian pesos")
    USD = "USD", _("US dollars")
    EUR = "EUR", _("Euros")


AGREEMENT_TONE: dict[str, str] = {
    AgreementStatus.COMING: "calm",
    AgreementStatus.RUNNING: "good",
    AgreementStatus.NOTICE: "warn",
    AgreementStatus.ENDED: "quiet",
}


class PledgeStatus(models.TextChoices):
    """How sure the money is."""

    SOUGHT = "sought", _("Sought")
    PLEDGED = "pledged", _("Pledged")
    RECEIVED = "received", _("Received")
    REFUSED = "refused", _("The money did not come")


PLEDGE_MOVES: dict[str, frozenset[str]] = {
    PledgeStatus.SOUGHT: frozenset(
        {PledgeStatus.PLEDGED, PledgeStatus.RECEIVED, PledgeStatus.REFUSED}
    ),
    PledgeStatus.PLEDGED: frozenset({PledgeStatus.RECEIVED, PledgeStatus.REFUSED}),
    PledgeStatus.RECEIVED: frozenset(),
    PledgeStatus.REFUSED: frozenset(),
}
PLEDGE_TONE: dict[str, str] = {
    PledgeStatus.SOUGHT: "warn",
    PledgeStatus.PLEDGED: "calm",
    PledgeStatus.RECEIVED: "good",
    PledgeStatus.REFUSED: "quiet",
}


class Article(models.TextChoices):
    """What is handed out."""

    HYGIENE = "hygiene", _("Hygiene kits")
    BLANKET = "blanket", _("Blankets and sheets")
    MATTRESS = "mattress", _("Mattresses")
    CLOTHES = "clothes", _("Clothes and shoes")
    BABY = "baby", _("Baby things")
    KITCHEN = "kitchen", _("Kitchen things")
    FOOD = "food", _("Food parcels")
    OTHER = "other", _("Other things")
