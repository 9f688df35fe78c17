"""What the law says about several papers of one person; used by file, form and list."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from asylum.pathways.choices import PermitType
from asylum.pathways.models import PermitPair

Key = TypeVar("Key")


@dataclass(frozen=True)
class PairOfPapers:
    """One rule about a person's papers: `other` is the second paper, which is held or may be added."""

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
    """By key: the rules for the pairs of kinds that the person holds. `held` are the kinds by key.

    With `is_coming`, rules with one held kind, for the form that adds the other. Runs no query if nobody has enough
    kinds."""
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
