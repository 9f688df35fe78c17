"""Decisions about dates as lines for a reader."""

from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from worklist.due.models import DueDecision
from worklist.due.names import Name, Names
from worklist.sources.lookups import NO_SENTENCE, kind_in_words, sentences, words


@dataclass(frozen=True)
class DecisionLine:
    """One decision in words for its reader: `who` the date is about, their number, and `what` is due."""

    decision: DueDecision
    who: str
    number: str
    what: str


def decision_lines(decisions: Iterable[DueDecision], user: User) -> list[DecisionLine]:
    """One line for each decision, in the same order."""
    decisions = list(decisions)
    keys = [(each.kind, each.about_id) for each in decisions]
    texts, subjects = words(keys), sentences(keys)
    names = Names(user, (each.case_id for each in decisions), user.today())
    return [
        _decision_line(
            each,
            texts.get(key, ("", kind_in_words(each.kind))),
            names.of(each.case_id, subjects.get(key, NO_SENTENCE)[1]),
        )
        for each, key in zip(decisions, keys, strict=True)
    ]


def _decision_line(
    decision: DueDecision, texts: tuple[str, str], name: Name | None
) -> DecisionLine:
    title, (who, what) = kind_in_words(decision.kind), texts
    shown = name.shown if name else who or title
    return DecisionLine(decision, shown, name.small if name else "", what)
