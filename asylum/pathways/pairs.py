"""What is said of papers that one person holds at once: the one question that file, form and list ask."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from asylum.choices import PermitType
from asylum.pathways.models import PermitPair

Key = TypeVar("Key")


@dataclass(frozen=True)
class PairOfPapers:
    """One row of the law about papers of a person: `other` is what is held, or may come, beside the first."""

    row: PermitPair

    @property
    def papers(self) -> str:
        return " + ".join(str(PermitType(kind).label) for kind in (self.row.one, self.row.other))

    @property
    def tag(self) -> tuple[str, str]:
        return f"{self.papers}: {self.row.get_verdict_display()}", self.row.tone


def pairs_held(
    held: Mapping[Key, Collection[str]], country: str, on: datetime.date, *, is_coming: bool = False
) -> dict[Key, list[PairOfPapers]]:
    """By the keys of `held`, which kinds of papers each person has: the pairs of which something is said.

    With `is_coming`, those of which a person has one, for the form in which the other may be chosen. Nobody with a pair
    asks nothing of the database.
    """
    fewest = 1 if is_coming else 2
    several = {key: frozenset(kinds) for key, kinds in held.items() if len(set(kinds)) >= fewest}
    if not several:
        return {}
    rows = list(PermitPair.objects.in_force(country, on))
    needed = 1 if is_coming else 2
    found = {
        key: [PairOfPapers(row) for row in rows if len(row.kinds & kinds) == needed]
        for key, kinds in several.items()
    }
    return {key: pairs for key, pairs in found.items() if pairs}
