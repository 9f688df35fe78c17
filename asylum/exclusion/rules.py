"""Which outcome of a screening counts: pure, without a database."""

from collections.abc import Iterable
from typing import NamedTuple

from asylum.exclusion.choices import GOES_ON, OF_TWO, OUTCOMES, Outcome, StepKind


class Said(NamedTuple):
    """One step: what it is, the outcome that it carries, and the kind of the step that answers it, if any."""

    kind: str
    outcome: str = ""
    answer: str = ""


class Word(NamedTuple):
    """The outcome that counts, and whether the authority said it."""

    outcome: Outcome
    is_of_the_authority: bool

    @property
    def is_settled(self) -> bool:
        """Whether two people or the authority said it: what one person says does not take its place."""
        return self.outcome in OF_TWO


def counts(said: Said) -> bool:
    """Whether the outcome of a step counts: it is one that such a step may carry, nobody took it back, and two said it
    where two must."""
    if said.answer == StepKind.TAKEN_BACK or said.outcome not in OUTCOMES.get(said.kind, ()):
        return False
    return said.kind != StepKind.CONCLUDED or said.answer == StepKind.CONFIRMED


def word_of(steps: Iterable[Said]) -> Word | None:
    """The last outcome that counts, of steps from the first to the last. None where nobody has said one.

    After what two people or the authority said, what one person says is a step and no outcome.
    """
    last = None
    for said in steps:
        if counts(said):
            word = Word(Outcome(said.outcome), said.kind == StepKind.DECIDED)
            if word.is_settled or not (last and last.is_settled):
                last = word
    return last


def came_back(steps: Iterable[Said]) -> bool:
    """Whether the last conclusion was not confirmed and nobody went on since: of steps from the first to the last."""
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
