"""How good the matcher is on pairs of whom somebody knows whether they are one person.

`python -m tests.bench.match_quality pairs.csv [2019-06-01]` prints precision, recall and F1 per threshold, by what is known of
people, for a sheet of labelled pairs (left_*, right_*, is_same). The day is that on which ages were told, that of our own
pairs unless given.
"""

import csv
import datetime
import sys
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from casework.duplicates.choices import ONE_NUMBER
from casework.duplicates.rules.matching import Candidate, Likeness, likeness
from casework.duplicates.rules.weights import LIKELY, POSSIBLE
from casework.register.rules import BirthNotUnderstood, parse_birth
from tests.bench.labelled_pairs import TODAY

FACTS = ("given_names", "family_names", "sex", "birth", "document", "phone", "relatives")

NAMES = frozenset({"given_names", "family_names", "other_names"})

# Sets of known facts; the matcher is measured on each separately.
KNOWN = {
    "full facts": NAMES | frozenset(FACTS),
    "names, birth and sex": NAMES | {"birth", "sex"},
    "names and birth": NAMES | {"birth"},
}

THRESHOLDS = sorted({*range(20, 100, 5), POSSIBLE, LIKELY})

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
        birth = parse_birth(facts["birth"], on=on)
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


def measured(file: Path, day: datetime.date) -> Iterator[str]:
    """What each threshold would do with the pairs of a sheet, line by line. Raises ValueError that says what is wrong."""
    rows = _rows(file)
    for known in KNOWN:
        pairs = [_scored(line, row, day, known) for line, row in rows]
        if known == "full facts":
            paper = [alike for alike, _same in pairs if ONE_NUMBER & set(alike.reasons)]
            lost = sum(not alike.is_possible for alike in paper)
            yield f"{len(pairs)} pairs, {sum(same for _alike, same in pairs)} of one person"
            yield f"{len(paper)} pairs with one document, {lost} of them not shown"
        yield f"\n{known}\nthreshold  precision  recall      F1"
        used = {POSSIBLE: "  shown from here on", LIKELY: "  shown as likely from here on"}
        for threshold in THRESHOLDS:
            at = quality([(alike.score, same) for alike, same in pairs], threshold)
            yield (
                f"{threshold:9}  {at.precision:9.3f}  {at.recall:6.3f}  {at.f1:6.3f}"
                f"{used.get(threshold, '')}"
            )


def _scored(
    line: int, row: dict[str, str], day: datetime.date, known: str
) -> tuple[Likeness, bool]:
    """The error names the line, never what stands in it."""
    try:
        return scored_pair(row, on=day, known=known)
    except (ValueError, AttributeError) as error:
        raise ValueError(f"Line {line} cannot be read.") from error


def _rows(file: Path) -> list[tuple[int, dict[str, str]]]:
    """Every row with the line on which it ends."""
    try:
        with file.open(encoding="utf-8-sig", newline="") as sheet:
            rows = csv.DictReader(sheet)
            if missing := set(SHEET_COLUMNS) - set(rows.fieldnames or ()):
                raise ValueError(f"Columns are missing: {', '.join(sorted(missing))}")
            return [(rows.line_num, row) for row in rows]
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ValueError(f"The file cannot be read: {type(error).__name__}") from error


if __name__ == "__main__":
    told = [datetime.date.fromisoformat(word) for word in sys.argv[2:]] or [TODAY]
    sys.stdout.writelines(f"{said}\n" for said in measured(Path(sys.argv[1]), told[0]))
