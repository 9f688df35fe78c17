"""Decisions about dates as lines for their reader."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from worklist.due.models import DueDecision
from worklist.due.names import Name, Names
from worklist.sources.lookups import GONE, kind_in_words, sentences, words


@dataclass(frozen=True)
class DecisionLine:
    """What somebody decided about a date, ready to be read."""

    decision: DueDecision
    who: str
    small: str
    what: str


def decision_lines(decisions: Iterable[DueDecision], user: User) -> list[DecisionLine]:
    """One line per decision, in their order."""
    decisions = list(decisions)
    keys = [(each.kind, each.about_id) for each in decisions]
    said, whose = words(keys), sentences(keys)
    names = Names(user, (each.case_id for each in decisions), user.today())
    return [
        _decision_line(
            each,
            said.get(key, ("", kind_in_words(each.kind))),
            names.of(each.case_id, whose.get(key, GONE)[1]),
        )
        for each, key in zip(decisions, keys, strict=True)
    ]


def _decision_line(decision: DueDecision, said: tuple[str, str], name: Name | None) -> DecisionLine:
    title, (who, what) = kind_in_words(decision.kind), said
    shown = name.shown if name else who or title
    return DecisionLine(decision, shown, name.small if name else "", what)
