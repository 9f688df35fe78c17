"""What the law says about several permits of one person."""

import datetime
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TypeVar

from asylum.pathways.choices import PermitType
from asylum.pathways.models import PermitPair

Key = TypeVar("Key")


@dataclass(frozen=True)
class PairOfPapers:
    """A rule about holding two kinds of permits, with its texts for pages."""

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
    """Returns the rules for the pairs of kinds that each person holds, by key; `held` are the kinds by key.

    With `is_coming` returns the rules of which the person holds one kind, for the form that adds the other. Runs no
    query if nobody holds enough kinds.
    """
    needed = 1 if is_coming else 2
    candidates = {key: frozenset(kinds) for key, kinds in held.items() if len(set(kinds)) >= needed}
    if not candidates:
        return {}
    rows = list(PermitPair.objects.in_force(country, on))
    pairs_by_key = {
        key: [PairOfPapers(row) for row in rows if len(row.kinds & kinds) == needed]
        for key, kinds in candidates.items()
    }
    return {key: pairs for key, pairs in pairs_by_key.items() if pairs}
