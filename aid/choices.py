"""Choices of aid."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class AidKind(models.TextChoices):
    """What somebody gets."""

    LODGING = "lodging", _("Lodging")
    MEALS = "meals", _("Meals")
    HEALTH = "health", _("Health care")
    LEGAL = "legal", _("Legal aid")
    CASH = "cash", _("Cash")
    ITEMS = "items", _("Household items")


# A person without any of these counts as having nothing, because cash, legal aid and items do not replace them.
ESSENTIAL = frozenset({AidKind.LODGING, AidKind.MEALS, AidKind.HEALTH})


class CostPer(models.TextChoices):
    """The unit of what a promise costs. A month begun counts as a whole one."""

    DAY = "day", _("a person and day")
    MONTH = "month", _("a person and month")
    ALL_MONTH = "all_month", _("a month, all people together")


class AgreementStatus(Toned):
    """The state of an agreement on a day. It is computed and never stored."""

    COMING = "coming", "calm", _("Not begun")
    RUNNING = "running", "good", _("In force")
    NOTICE = "notice", "warn", _("Notice given")
    ENDED = "ended", "quiet", _("Ended")


class RenunciationAsked(models.TextChoices):
    """What an agreement requires of former fighters before it pays. Empty if nothing is known."""

    SIGNED = "signed", _("Only for former fighters who signed the renunciation")
    VERIFIED = "verified", _("Only for former fighters whose renunciation was verified")


class Lack(models.TextChoices):
    """What a person lacks whose aid is under an agreement that requires the renunciation. The label ends a sentence."""

    STATEMENT = "statement", _("nobody wrote down as whom the authority identified the person")
    SIGNATURE = "signature", _("it is not recorded")
    VERIFICATION = "verification", _("it is signed, and no verification is recorded")


class PledgeStatus(Toned):
    """How sure the money is."""

    SOUGHT = "sought", "warn", _("Sought")
    PLEDGED = "pledged", "calm", _("Pledged")
    RECEIVED = "received", "good", _("Received")
    REFUSED = "refused", "quiet", _("The money did not come")


PLEDGE_MOVES: dict[str, frozenset[str]] = {
    PledgeStatus.SOUGHT: frozenset(
        {PledgeStatus.PLEDGED, PledgeStatus.RECEIVED, PledgeStatus.REFUSED}
    ),
    PledgeStatus.PLEDGED: frozenset({PledgeStatus.RECEIVED, PledgeStatus.REFUSED}),
    PledgeStatus.RECEIVED: frozenset(),
    PledgeStatus.REFUSED: frozenset(),
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


class FamiliesShown(models.TextChoices):
    """Which families the forecast lists. The labels are those of its counts, and of the counts on Today."""

    NOTHING_LEFT = "nothing_left", _("with somebody left without essential aid")
    NOTHING_NOW = "nothing_now", _("with somebody without essential aid today")
    LOSING = "losing", _("that lose some aid")
