"""Choices of reporting."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from pages.choices import HowCounted, Toned
from shelters.choices import HowNightsCounted


class TableStatus(Toned):
    """The status of a row whose files a worker makes."""

    QUEUED = "queued", "calm", _("Waiting")
    RUNNING = "running", "calm", _("Being made")
    READY = "ready", "good", _("Ready")
    FAILED = "failed", "trouble", _("Failed")


class Unshared(models.TextChoices):
    """Why somebody is left out of a list for somebody outside."""

    NOT_AGREED = "not_agreed", _("Never asked, or no answer yet")
    REFUSED = "refused", _("Refused")
    WITHDRAWN = "withdrawn", _("Taken back")
    EXPIRED = "expired", _("The consent has expired")


class Audience(models.TextChoices):
    """The readers of a table; SMALLEST_COUNT has the smallest number that each may see."""

    PARTNER = "partner", _("Funder or partner with a sharing agreement")
    PUBLIC = "public", _("Public, or politically exposed")


SMALLEST_COUNT: dict[str, int] = {Audience.PARTNER: 5, Audience.PUBLIC: 10}


class RowKind(models.TextChoices):
    """The kind of a table's row: the value for programs, the label for people. Sums use only rows of the kind "part"."""

    PART = "part", pgettext_lazy("row of a table", "part")
    TOTAL = "total", pgettext_lazy("row of a table", "total")


class Definition(HowCounted):
    """How a figure is counted, shown beside the number; the value is its code, if it has one."""

    ARRIVALS = (
        "I02",
        _(
            "People whose day of arrival lies in the period. Each counts once, with the age of the last day "
            "of the month of arrival."
        ),
    )
    SHELTERED = (
        "I03",
        _(
            "People with a stay at a site on the last night of the period. Each counts once, with the age of "
            "that night."
        ),
    )
    OCCUPANCY = "I05", HowNightsCounted.OCCUPANCY.label
    ABOVE_CAPACITY = ("I06", _("People asleep at a site that night beyond its beds in service."))
    CLAIMS = (
        "F67",
        _(
            "Adults present on the day who had lodged an asylum claim by then, of all adults present on the "
            "day. Whoever has left counts in neither."
        ),
    )
    WORK = (
        "I18",
        _(
            "Adults present on the day who hold a paper that states the right to work, or to which the rule of "
            "that day gives it, or who are nationals of the country of their office, of all adults present on the "
            "day. Rights that are contested do not count. Whoever has left counts in neither."
        ),
    )
    LEGAL_HELP = (
        "I11",
        _(
            "People who were told about the procedure, their papers or the right to work; who kept an appointment with "
            "somebody who does legal work; who had a power of attorney whose signature is recorded. Somebody may stand "
            "in all three."
        ),
    )
    FILED = (
        "I12",
        _(
            "Claims lodged in the period. In time are those lodged by the last day of the term that runs from the entry, "
            "of those whose day of entry is known."
        ),
    )
    PAPERS = (
        "I13",
        _(
            "People with an open claim at the end of the period who hold a paper that is valid that day, of all with an "
            "open claim. A paper of which no last day is known counts as valid. Soon ends what holds that day and not 30 "
            "days later."
        ),
    )
    DECISIONS = (
        "I14",
        _(
            "Claims that ended at first instance in the period, by the day of notification. What a remedy brought later "
            "counts in none; why a claim was refused is counted nowhere."
        ),
    )
    PROCESSING = (
        "I15",
        _(
            "Days from lodging to the first decision of the authority, for those notified in the period."
        ),
    )
    APPEALS = (
        "I16",
        _(
            "Appeals lodged within their term, of the refusals notified in the period. Left out are those whose term still runs."
        ),
    )
    PIPELINE = (
        "I17",
        _(
            "Declarations of renunciation by the state in which they stood at the end of the period, and the days from "
            "declaration to verification."
        ),
    )
    KNEW = (
        "F63",
        _(
            "People who knew of their right to work when they were first asked, of all who were asked and "
            "answered by the day."
        ),
    )
    RANKS = (
        "F07",
        _(
            "Former members by rank band and force, from the record that was written last. Each counts once."
        ),
    )
    MOTIVES = (
        "F24",
        _(
            "People of the force and of their families whose account of the flight names the motive, from the account that "
            "was written last. Each counts once for every motive named, so the numbers have no sum."
        ),
    )
    INCIDENTS = (
        "I23",
        _(
            "Incidents at home that were not taken back, by type and by the month in which they happened."
        ),
    )
    REFUSALS = (
        "F64",
        _("Refusals of employers by the day, by reason. Somebody may be refused twice."),
    )
    HOUSEHOLD_SIZE = (
        "household_size",
        _("People who belong to an open case that day, by the number of these cases."),
    )
    RELATIVES_EACH = (
        "relatives_each",
        _("Relatives by former members, of those who belong to an open case that day."),
    )
    SHARE_OF_REPORTED = (
        "share_of_reported",
        _(
            "Our own count of the day of the report by the number that was reported; of a range, by its lower end. "
            "Background figures are never divided by."
        ),
    )


class Indicator(models.TextChoices):
    ARRIVALS = "I02", _("New arrivals")
    SHELTERED = "I03", _("People sheltered on the last night")

    @property
    def definition(self) -> str:
        return str(Definition(self.value).label)

    @property
    def is_by_directorate(self) -> bool:
        """Whether its rows are regional directorates; otherwise they are municipalities."""
        return self == Indicator.ARRIVALS

    @property
    def adds_up(self) -> bool:
        """Whether the counts of several periods can be added: true of arrivals, not of people sheltered on a night."""
        return self == Indicator.ARRIVALS


class SexAge(models.TextChoices):
    """UNHCR's age bands by sex, as columns of a table; the value is the HXL attribute."""

    F_0_4 = "f_0_4", _("Female 0-4")
    F_5_11 = "f_5_11", _("Female 5-11")
    F_12_17 = "f_12_17", _("Female 12-17")
    F_18_59 = "f_18_59", _("Female 18-59")
    F_60_PLUS = "f_60_plus", _("Female 60+")
    F_UNKNOWN = "f_unknown", _("Female, age not known")
    M_0_4 = "m_0_4", _("Male 0-4")
    M_5_11 = "m_5_11", _("Male 5-11")
    M_12_17 = "m_12_17", _("Male 12-17")
    M_18_59 = "m_18_59", _("Male 18-59")
    M_60_PLUS = "m_60_plus", _("Male 60+")
    M_UNKNOWN = "m_unknown", _("Male, age not known")
    OTHER = "x", _("Other or not known")
