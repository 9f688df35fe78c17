"""Words of the screening for exclusion."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outcome(models.TextChoices):
    """Where a screening stands. Nothing is said until somebody says it."""

    NO_CONCERN = "no_concern", _("No concern")
    UNDER_REVIEW = "under_review", _("Under review")
    EXCLUDED = "excluded", _("Excluded")
    NOT_EXCLUDED = "not_excluded", _("Not excluded")


class StepKind(models.TextChoices):
    """What happened in a screening."""

    OPENED = "opened", _("Screening opened")
    LAWYER = "lawyer", _("Lawyer in charge")
    HEARD = "heard", _("What the person says")
    REVIEWED = "reviewed", _("Looked into")
    CONCLUDED = "concluded", _("Conclusion proposed")
    CONFIRMED = "confirmed", _("Conclusion confirmed by a second person")
    DECLINED = "declined", _("Conclusion not confirmed")
    APPEALED = "appealed", _("Appeal")
    PAPER = "paper", _("Paper kept")
    DECIDED = "decided", _("Decision of the authority")
    TAKEN_BACK = "taken_back", _("Taken back")


# Steps that answer another one; each is answered once.
ANSWERS = frozenset({StepKind.CONFIRMED, StepKind.DECLINED, StepKind.TAKEN_BACK})
# What one person may say, and what counts only once a second person confirmed it.
OF_ONE = (Outcome.NO_CONCERN, Outcome.UNDER_REVIEW)
OF_TWO = (Outcome.EXCLUDED, Outcome.NOT_EXCLUDED)
# Which outcomes a step may carry; one of the authority is its own act, which we write down.
OUTCOMES: Mapping[str, tuple[Outcome, ...]] = {
    StepKind.REVIEWED: OF_ONE,
    StepKind.CONCLUDED: OF_TWO,
    StepKind.DECIDED: OF_TWO,
}
# With what a screening goes on after a conclusion that was not confirmed.
GOES_ON = frozenset(OUTCOMES)
# Steps with a page of their own, in the order in which they come.
WRITTEN = (
    StepKind.LAWYER,
    StepKind.HEARD,
    StepKind.REVIEWED,
    StepKind.CONCLUDED,
    StepKind.DECIDED,
    StepKind.APPEALED,
)
OUTCOME_TONE: Mapping[str, str] = {
    Outcome.NO_CONCERN: "good",
    Outcome.UNDER_REVIEW: "warn",
    Outcome.EXCLUDED: "trouble",
    Outcome.NOT_EXCLUDED: "good",
}
