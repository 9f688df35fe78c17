"""How good the matcher is, on pairs with a known answer."""

import datetime
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from casework.duplicates.rules.matching import Candidate, Likeness, likeness
from casework.register.rules import BirthNotUnderstood, read_birth

FACTS = ("given_names", "family_names", "sex", "birth", "document", "phone", "relatives")

NAMES = frozenset({"given_names", "family_names", "other_names"})

# Sets of known facts; the matcher is measured on each separately.
KNOWN = {
    "full facts": NAMES | frozenset(FACTS),
    "names, birth and sex": NAMES | {"birth", "sex"},
    "names and birth": NAMES | {"birth"},
}

SHEET_COLUMNS = (*(f"{side}_{fact}" for side in ("left", "right") for fact in FACTS), "is_same")


@dataclass(frozen=True)
class Quality:
    """The effect of a threshold: which share of the pairs it calls the same are, and which share of same pairs it
    finds."""

    threshold: int
    found: int
    wrong: int
    missed: int

    @property
    def precision(self) -> float:
        return self.found / (self.found + self.wrong) if self.found + self.wrong else 1.0

    @property
    def recall(self) -> float:
        return self.found / (self.found + self.missed) if self.found + self.missed else 1.0

    @property
    def f1(self) -> float:
        both = self.precision + self.recall
        return 2 * self.precision * self.recall / both if both else 0.0


def quality(scored: Iterable[tuple[int, bool]], threshold: int) -> Quality:
    """Counts for one threshold, from pairs of score and truth."""
    pairs = list(scored)
    return Quality(
        threshold,
        found=sum(score >= threshold and same for score, same in pairs),
        wrong=sum(score >= threshold and not same for score, same in pairs),
        missed=sum(score < threshold and same for score, same in pairs),
    )


def scored_pair(
    row: Mapping[str, str], *, on: datetime.date, known: str = "full facts"
) -> tuple[Likeness, bool]:
    """The likeness of one row of a labelled sheet using the facts in `known`, and whether the two are one person.

    Raises KeyError for a missing column and ValueError for an unreadable birth."""
    left, right = (_candidate(row, side, on, KNOWN[known]) for side in ("left", "right"))
    return likeness(left, right), row["is_same"].strip().lower() in ("1", "true", "yes", "sí", "si")


def _candidate(
    row: Mapping[str, str], side: str, on: datetime.date, known: frozenset[str]
) -> Candidate:
    cells = {fact: (row[f"{side}_{fact}"] or "").strip() for fact in FACTS}
    facts = {fact: cell if fact in known else "" for fact, cell in cells.items()}
    try:
        birth = read_birth(facts["birth"], on=on)
    except BirthNotUnderstood as error:
        raise ValueError(f"{side}_birth: {facts['birth']}") from error
    return Candidate(
        given_names=facts["given_names"],
        family_names=facts["family_names"],
        sex=facts["sex"] or "u",
        birth=birth,
        document=facts["document"],
        other_phones=_several(facts["phone"]),
        other_names=_several(row.get(f"{side}_other_names") or ""),
        relatives=_several(facts["relatives"]),
    )


def _several(cell: str) -> tuple[str, ...]:
    return tuple(filter(None, (each.strip() for each in cell.split(";"))))
