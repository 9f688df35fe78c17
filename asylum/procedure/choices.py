"""Choices of claims and of interviews with the authority."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class InterviewOutcome(models.TextChoices):
    """The outcome of an interview; empty while unknown."""

    ATTENDED = "attended", _("The person came")
    MISSED = "missed", _("The person did not come")
    EXCUSED = "excused", _("The person did not come, and was excused")
    # A newer summons came before anybody recorded an outcome. Who postponed the interview is not recorded.
    AGAIN = "again", _("Summoned again")
    MISTAKEN = "mistaken", _("Recorded by mistake")


# Both outcomes have a reason. After an excused absence nothing is due until the next summons.
ABSENT: frozenset[str] = frozenset({InterviewOutcome.MISSED, InterviewOutcome.EXCUSED})
# Outcomes that say whether the person attended.
ATTENDANCE_OUTCOMES: frozenset[str] = ABSENT | {InterviewOutcome.ATTENDED}
# Outcomes of an interview that a new summons replaces.
REPLACED_OUTCOMES: frozenset[str] = ABSENT | {InterviewOutcome.AGAIN}
OUTCOME_TONE: dict[str, str] = {
    InterviewOutcome.ATTENDED: "good",
    InterviewOutcome.MISSED: "trouble",
    InterviewOutcome.EXCUSED: "warn",
    InterviewOutcome.AGAIN: "quiet",
    InterviewOutcome.MISTAKEN: "quiet",
}


class ClaimGround(models.TextChoices):
    """The ground of a claim: the three definitions in force in Colombia (Decreto 1067 de 2015)."""

    CONVENTION_1951 = "1951", _("1951 Convention")
    CARTAGENA = "cartagena", _("Cartagena Declaration")
    TORTURE_RISK = "torture", _("Risk of torture")


class RefusalGround(models.TextChoices):
    """Why the authority refused a claim. Sealed: the file shows that a claim was refused, not why."""

    DEFINITION = "definition", _("Does not meet the definition of a refugee")
    CREDIBILITY = "credibility", _("Was not believed")
    EXCLUDED = "excluded", _("Excluded (article 1F of the Convention)")
    OTHER = "other", _("Another reason")
