"""Choices of organisations, requests, tensions and reported figures."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from pages.choices import Toned


class OrganisationKind(models.TextChoices):
    STATE = "state", _("State body")
    FORCES = "forces", _("Armed force or police")
    UN = "un", _("United Nations")
    NGO = "ngo", _("Non-governmental organisation")
    CHURCH = "church", _("Church")
    VOLUNTEERS = "volunteers", _("Volunteers")
    BUSINESS = "business", _("Business")


STATE_KINDS = frozenset({OrganisationKind.STATE, OrganisationKind.FORCES})
# Referring somebody to these by mistake can do harm, so the form asks for confirmation.
SELDOM_REFERRED_TO = frozenset({OrganisationKind.FORCES, OrganisationKind.BUSINESS})


class PartnerRole(models.TextChoices):
    """What an organisation does; each is a column of the who-does-what table."""

    LODGING = "lodging", _("Lodging")
    MEALS = "meals", _("Meals")
    HEALTH = "health", _("Health care")
    LEGAL = "legal", _("Legal aid")
    CASH = "cash", _("Cash")
    ITEMS = "items", _("Household items")
    AUTHORITY = "authority", _("Decides or registers")
    OBSERVER = "observer", _("Observes")


class ParticipationStatus(Toned):
    TAKES_PART = "takes_part", "good", _("Takes part")
    WARY = "wary", "warn", _("Wary")
    DECLINED = "declined", "trouble", _("Declined to take part")
    ENDED = "ended", "quiet", _("No longer takes part")


# With these a reason is required.
STATUS_NEEDS_REASON: frozenset[str] = frozenset(
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


class RequestOutcome(Toned):
    OPEN = "open", "warn", _("Not answered")
    GRANTED = "granted", "good", _("Granted")
    DECLINED = "declined", "trouble", _("Declined")
    WITHDRAWN = "withdrawn", "quiet", _("Withdrawn")


REQUEST_MOVES: dict[str, frozenset[str]] = {
    RequestOutcome.OPEN: frozenset(
        {RequestOutcome.GRANTED, RequestOutcome.DECLINED, RequestOutcome.WITHDRAWN}
    ),
    RequestOutcome.GRANTED: frozenset(),
    RequestOutcome.DECLINED: frozenset(),
    RequestOutcome.WITHDRAWN: frozenset(),
}

# With these a reason is required.
OUTCOME_NEEDS_REASON: frozenset[str] = frozenset(
    {RequestOutcome.DECLINED, RequestOutcome.WITHDRAWN}
)


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


class Metric(models.TextChoices):
    """What a reported figure counts."""

    FORMER_MEMBERS = "former_members", _("Former members of a force who arrived")
    RELATIVES = "relatives", _("Relatives who arrived")
    HOTELS = "hotels", _("Hotels in use")
    EXPELLED = "expelled", _("Expelled from the forces by the decree of 27 February 2019")
    FORCE_SIZE = "force_size", _("Size of the armed forces")
    VENEZUELANS = "venezuelans", _("Venezuelans in the host country")


# Background figures, whose sources differ by a factor of three: shown with their source, never used as a divisor.
CONTEXT_METRICS: frozenset[str] = frozenset({Metric.FORCE_SIZE, Metric.VENEZUELANS})

# Figures that may be the divisor of a share.
DENOMINATORS: frozenset[str] = frozenset(Metric.values) - CONTEXT_METRICS


class Operator(models.TextChoices):
    """How precise the source was."""

    EXACTLY = "exactly", _("exactly")
    MORE_THAN = "more_than", _("more than")
    AT_LEAST = "at_least", _("at least")
    ABOUT = "about", _("about")
    NEARLY = "nearly", _("nearly")
    BETWEEN = "between", _("between")
