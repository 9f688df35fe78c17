"""What it costs to bridge days without aid, at a rate."""

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from decimal import Decimal
from typing import NamedTuple

from aid.choices import CostPer
from aid.rules.spans import Span, merged
from reference.rules import add_months
from shelters.contracts.choices import RatePer

# Rates that are paid once, however many people there are.
FOR_ALL = frozenset({str(CostPer.ALL_MONTH), str(RatePer.SITE)})
MONTHLY = frozenset({str(CostPer.MONTH), str(CostPer.ALL_MONTH)})


class Rate(NamedTuple):
    """An amount of a currency for one unit, a `CostPer` of a promise or a `RatePer` of a contract."""

    amount: Decimal
    per: str
    currency: str


class CostLine(NamedTuple):
    """`units` people, beds or rooms for `times` nights or months each. `units` is 1 if the rate is for all of them."""

    units: int
    times: int
    rate: Rate

    @property
    def amount(self) -> Decimal:
        return self.units * self.times * self.rate.amount


def bridged(rate: Rate, missing: Iterable[tuple[Hashable, Span]]) -> list[CostLine]:
    """The sum, as lines of units that lack equally long: `missing` has the unit and the days that it lacks, with an end.

    Days that two people lack in one bed or room count once. A month begun counts as a whole one.
    """
    spans: dict[Hashable, list[Span]] = defaultdict(list)
    for unit, span in missing:
        spans[None if rate.per in FOR_ALL else unit].append(span)
    times = Counter(sum(_times(rate, span) for span in merged(each)) for each in spans.values())
    return [CostLine(units, number, rate) for number, units in sorted(times.items(), reverse=True)]


def _times(rate: Rate, span: Span) -> int:
    if rate.per not in MONTHLY:
        return span.days or 0
    months = 1
    while span.ends_on and add_months(span.starts_on, months) < span.ends_on:
        months += 1
    return months
