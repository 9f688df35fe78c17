"""Which outcome of a screening counts. Needs no database."""

from collections.abc import Iterable
from typing import NamedTuple

from asylum.exclusion.choices import (
    CONTINUING_STEPS,
    OUTCOMES,
    OUTCOMES_OF_TWO_PEOPLE,
    Outcome,
    StepKind,
)


class StepSummary(NamedTuple):
    """One step: its kind, its outcome, and the kind of the step that answers it; empty without an answer."""

    kind: str
    outcome: str = ""
    answer: str = ""


class CountingOutcome(NamedTuple):
    """The outcome that counts, and whether the authority decided it."""

    outcome: Outcome
    is_of_the_authority: bool

    @property
    def is_settled(self) -> bool:
        """Whether the outcome is of two people or of the authority, so that one person alone cannot replace it."""
        return self.outcome in OUTCOMES_OF_TWO_PEOPLE


def counts(step: StepSummary) -> bool:
    """Returns whether the outcome of the step counts.

    The step may have this outcome, is no mistake, and if it is a conclusion, was confirmed.
    """
    if step.answer == StepKind.TAKEN_BACK or step.outcome not in OUTCOMES.get(step.kind, ()):
        return False
    return step.kind != StepKind.CONCLUDED or step.answer == StepKind.CONFIRMED


def counting_outcome(steps: Iterable[StepSummary]) -> CountingOutcome | None:
    """Returns the last outcome that counts, of steps in order; None without one.

    After an outcome of two people or of the authority, outcomes of one person are ignored.
    """
    last = None
    for step in steps:
        if counts(step):
            outcome = CountingOutcome(Outcome(step.outcome), step.kind == StepKind.DECIDED)
            if outcome.is_settled or not (last and last.is_settled):
                last = outcome
    return last


def was_declined(steps: Iterable[StepSummary]) -> bool:
    """Returns whether the last conclusion was not confirmed and nobody continued since; `steps` are in order."""
    is_declined = False
    for step in steps:
        if step.kind == StepKind.DECLINED:
            is_declined = True
        elif step.kind in CONTINUING_STEPS and step.answer != StepKind.TAKEN_BACK:
            is_declined = False
    return is_declined


def waits_for_second_person(step: StepSummary) -> bool:
    """Returns whether the step is a conclusion that no second person has answered."""
    return step.kind == StepKind.CONCLUDED and not step.answer
