"""Words of what partners do, whether they take part, what is asked of them, and unrest around it."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class PartnerRole(models.TextChoices):
    """What an organisation gives or is, in the columns of the who-does-what table."""

    LODGING = "lodging", _("Lodging")
    MEALS = "meals", _("Meals")
    HEALTH = "health", _("Health care")
    LEGAL = "legal", _("Legal aid")
    CASH = "cash", _("Cash")
    ITEMS = "items", _("Household items")
    AUTHORITY = "authority", _("Decides or registers")
    OBSERVER = "observer", _("Observes")


class ParticipationStatus(models.TextChoices):
    TAKES_PART = "takes_part", _("Takes part")
    WARY = "wary", _("Wary")
    DECLINED = "declined", _("Declined to take part")
    ENDED = "ended", _("No longer takes part")


PARTICIPATION_TONE: dict[str, str] = {
    ParticipationStatus.TAKES_PART: "good",
    ParticipationStatus.WARY: "warn",
    ParticipationStatus.DECLINED: "trouble",
    ParticipationStatus.ENDED: "quiet",
}


# Whoever does not simply take part has a reason worth keeping.
NEEDS_WORDS: frozenset[str] = frozenset(
    {ParticipationStatus.WARY, ParticipationStatus.DECLINED, ParticipationStatus.ENDED}
)


class RequestKind(models.TextChoices):
    CASH = "cash", _("Cash aid")
    FUNDS = "funds", _("Funds for the work")
    ITEMS = "items", _("Household items")
    LODGING = "lodging", _("Lodging")
    RELOCATION = "relocation", _("Moving people to another place")
    STAFF = "staff", _("Staff or services")
    OTHER = "other", _("Something else")


class RequestOutcome(models.TextChoices):
    OPEN = "open", _("Not answered")
    GRANTED = "granted", _("Granted")
    DECLINED = "declined", _("Declined")
    WITHDRAWN = "withdrawn", _("Withdrawn")


REQUEST_MOVES: dict[str, frozenset[str]] = {
    RequestOutcome.OPEN: frozenset(
        {RequestOutcome.GRANTED, RequestOutcome.DECLINED, RequestOutcome.WITHDRAWN}
    ),
    RequestOutcome.GRANTED: frozenset(),
    RequestOutcome.DECLINED: frozenset(),
    RequestOutcome.WITHDRAWN: frozenset(),
}
# Whoever says no, or takes a request back, says why.
NEEDS_REASON: frozenset[str] = frozenset({RequestOutcome.DECLINED, RequestOutcome.WITHDRAWN})
REQUEST_TONE: dict[str, str] = {
    RequestOutcome.OPEN: "warn",
    RequestOutcome.GRANTED: "good",
    RequestOutcome.DECLINED: "trouble",
    RequestOutcome.WITHDRAWN: "quiet",
}


class TensionKind(models.TextChoices):
    COMPLAINT = "complaint", _("Complaint of neighbours")
    JEALOUSY = "jealousy", _("Resentment over aid")
    STATEMENT = "statement", _("Hostile words in public")
    PROTEST = "protest", _("Protest")
    THREAT = "threat", _("Threat")
    VIOLENCE = "violence", _("Violence")
    OTHER = "other", _("Something else")


class TensionLevel(models.IntegerChoices):
    LOW = 1, _("Low")
    MEDIUM = 2, _("Medium")
    HIGH = 3, _("High")


TENSION_TONE: dict[int, str] = {
    TensionLevel.LOW: "calm",
    TensionLevel.MEDIUM: "warn",
    TensionLevel.HIGH: "trouble",
}
