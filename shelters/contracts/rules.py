"""What the dated rows of a site add up to. Pure: half-open periods in, half-open periods out."""

import datetime
from collections.abc import Iterable
from typing import NamedTuple

# From the first night until the first night without; None where no end was named.
Period = tuple[datetime.date, datetime.date | None]
Gap = tuple[datetime.date, datetime.date]


class UnderContract(NamedTuple):
    """The nights under contract: from `starts_on` until `ends_on`, the first night without, except the gaps between.

    Without any contract both days are None. With a contract that names no end, `ends_on` is None.
    """

    starts_on: datetime.date | None
    ends_on: datetime.date | None
    gaps: tuple[Gap, ...]

    def includes(self, night: datetime.date) -> bool:
        """Whether a contract covers that night."""
        return (
            self.starts_on is not None
            and self.starts_on <= night
            and (self.ends_on is None or night < self.ends_on)
            and not any(first <= night < back for first, back in self.gaps)
        )


NO_CONTRACT = UnderContract(None, None, ())


def under_contract(contracts: Iterable[Period]) -> UnderContract:
    """The nights that these contracts cover together; they may overlap and come in any order."""
    in_order = sorted(contracts, key=lambda period: period[0])
    if not in_order:
        return NO_CONTRACT
    starts_on, ends_on = in_order[0]
    gaps: list[Gap] = []
    for first, last in in_order[1:]:
        if ends_on is None:
            break
        if first > ends_on:
            gaps.append((ends_on, first))
        ends_on = None if last is None else max(ends_on, last)
    return UnderContract(starts_on, ends_on, tuple(gaps))
