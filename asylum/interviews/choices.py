"""Words of interviews with the authority."""

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy


class InterviewOutcome(models.TextChoices):
    """What became of an interview; nothing while nobody has said."""

    ATTENDED = "attended", _("The person came")
    MISSED = "missed", _("The person did not come")
    EXCUSED = "excused", _("The person did not come, and was excused")
    MOVED = "moved", pgettext_lazy("interview", "Put on another day")
    MISTAKEN = "mistaken", _("Recorded by mistake")


# Each with its reason; what is excused asks for nothing before the authority summons anew.
ABSENT: frozenset[str] = frozenset({InterviewOutcome.MISSED, InterviewOutcome.EXCUSED})
# What somebody says of whether the person was there.
CAME_OR_NOT: frozenset[str] = ABSENT | {InterviewOutcome.ATTENDED}
# What a new summons takes the place of.
REPLACED: frozenset[str] = ABSENT | {InterviewOutcome.MOVED}
OUTCOME_TONE: dict[str, str] = {
    InterviewOutcome.ATTENDED: "good",
    InterviewOutcome.MISSED: "trouble",
    InterviewOutcome.EXCUSED: "warn",
    InterviewOutcome.MOVED: "quiet",
    InterviewOutcome.MISTAKEN: "quiet",
}
