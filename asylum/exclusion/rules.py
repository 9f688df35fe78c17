"""Which outcome of a screening counts: pure, without a database."""

from collections.abc import Iterable
from typing import NamedTuple

from asylum.exclusion.choices import GOES_ON, OF_TWO, OUTCOMES, Outcome, StepKind


class Said(NamedTuple):
    """One step: its kind, its outcome, and the kind of the step that answers it, if any."""

    kind: str
    outcome: str = ""
    answer: str = ""


class Word(NamedTuple):
    """The outcome that counts, and whether it is the authority's."""

    outcome: Outcome
    is_of_the_authority: bool

    @property
    def is_settled(self) -> bool:
        """Whether it is of two people or of the authority: an outcome of one person does not replace it."""
        return self.outcome in OF_TWO


def counts(said: Said) -> bool:
    """Whether the outcome of a step counts: the step may have it, is not retracted, and is confirmed if it must be."""
    if said.answer == StepKind.TAKEN_BACK or said.outcome not in OUTCOMES.get(said.kind, ()):
        return False
    return said.kind != StepKind.CONCLUDED or said.answer == StepKind.CONFIRMED


def word_of(steps: Iterable[Said]) -> Word | None:
    """The last outcome that counts, of steps in order; None without one.

    An outcome of one person is ignored after one of two people or of the authority."""
    last = None
    for said in steps:
        if counts(said):
            word = Word(Outcome(said.outcome), said.kind == StepKind.DECIDED)
            if word.is_settled or not (last and last.is_settled):
                last = word
    return last


def came_back(steps: Iterable[Said]) -> bool:
    """Whether the last conclusion was not confirmed and no later step continued; `steps` are in order."""
    is_back = False
    for said in steps:
        if said.kind == StepKind.DECLINED:
            is_back = True
        elif said.kind in GOES_ON and said.answer != StepKind.TAKEN_BACK:
            is_back = False
    return is_back


def waits_for_another(said: Said) -> bool:
    """Whether a conclusion lacks its second person."""
    return said.kind == StepKind.CONCLUDED and not said.answer
