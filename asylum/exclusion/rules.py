"""Which outcome of a screening counts: pure, without a database."""

from collections.abc import Iterable
from typing import NamedTuple

from asylum.exclusion.choices import OUTCOMES, Outcome, StepKind


class Said(NamedTuple):
    """One step: what it is, the outcome that it carries, and the kind of the step that answers it, if any."""

    kind: str
    outcome: str = ""
    answer: str = ""


class Word(NamedTuple):
    """The outcome that counts, and whether the authority said it."""

    outcome: Outcome
    is_of_the_authority: bool


def counts(said: Said) -> bool:
    """Whether the outcome of a step counts: it is one that such a step may carry, nobody took it back, and two said it
    where two must."""
    if said.answer == StepKind.TAKEN_BACK or said.outcome not in OUTCOMES.get(said.kind, ()):
        return False
    return said.kind != StepKind.CONCLUDED or said.answer == StepKind.CONFIRMED


def word_of(steps: Iterable[Said]) -> Word | None:
    """The last outcome that counts, of steps from the first to the last. None where nobody has said one."""
    last = None
    for said in steps:
        if counts(said):
            last = Word(Outcome(said.outcome), said.kind == StepKind.DECIDED)
    return last


def waits_for_another(said: Said) -> bool:
    """Whether a conclusion lacks its second person."""
    return said.kind == StepKind.CONCLUDED and not said.answer
