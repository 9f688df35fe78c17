"""Words of interviews with the authority."""

from django.db import models
from django.utils.translation import gettext_lazy as _


class InterviewOutcome(models.TextChoices):
    """What became of an interview; nothing while nobody has said."""

    ATTENDED = "attended", _("The person came")
    MISSED = "missed", _("The person did not come")
    EXCUSED = "excused", _("The person did not come, and was excused")
    # All that is known: nobody said what became of it, and a newer summons came. Who put it off stands nowhere.
    AGAIN = "again", _("Summoned again")
    MISTAKEN = "mistaken", _("Recorded by mistake")


# Each with its reason; what is excused asks for nothing before the authority summons anew.
ABSENT: frozenset[str] = frozenset({InterviewOutcome.MISSED, InterviewOutcome.EXCUSED})
# What somebody says of whether the person was there.
CAME_OR_NOT: frozenset[str] = ABSENT | {InterviewOutcome.ATTENDED}
# What a new summons takes the place of.
REPLACED: frozenset[str] = ABSENT | {InterviewOutcome.AGAIN}
OUTCOME_TONE: dict[str, str] = {
    InterviewOutcome.ATTENDED: "good",
    InterviewOutcome.MISSED: "trouble",
    InterviewOutcome.EXCUSED: "warn",
    InterviewOutcome.AGAIN: "quiet",
    InterviewOutcome.MISTAKEN: "quiet",
}
