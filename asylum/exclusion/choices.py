"""Choices of the screening for exclusion."""

from collections.abc import Mapping

from django.db import models
from django.utils.translation import gettext_lazy as _


class Outcome(models.TextChoices):
    """The outcome of a screening, which has none until somebody records one."""

    NO_CONCERN = "no_concern", _("No concern")
    UNDER_REVIEW = "under_review", _("Under review")
    EXCLUDED = "excluded", _("Excluded")
    NOT_EXCLUDED = "not_excluded", _("Not excluded")


class StepKind(models.TextChoices):
    """Kinds of steps in a screening."""

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
# Outcomes that one person can record, and outcomes that need the confirmation of a second person.
OUTCOMES_OF_ONE_PERSON = (Outcome.NO_CONCERN, Outcome.UNDER_REVIEW)
OUTCOMES_OF_TWO_PEOPLE = (Outcome.EXCLUDED, Outcome.NOT_EXCLUDED)
# The outcomes that a step may have.
OUTCOMES: Mapping[str, tuple[Outcome, ...]] = {
    StepKind.REVIEWED: OUTCOMES_OF_ONE_PERSON,
    StepKind.CONCLUDED: OUTCOMES_OF_TWO_PEOPLE,
    StepKind.DECIDED: OUTCOMES_OF_TWO_PEOPLE,
}
# Steps that continue a screening after a conclusion that was not confirmed.
CONTINUING_STEPS = frozenset(OUTCOMES)
# Steps with a page of their own, in their usual order.
STEPS_WITH_A_PAGE = (
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
