"""What ends within the days of the forecast, for how many people, and what it costs to bridge it."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any, NamedTuple

from django.db import connection
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from aid.choices import AidKind, CostPer
from aid.forecast_page import family_ctes
from aid.models import Commitment, Cover, OpenGap
from aid.querysets.cover import WhatIf
from aid.rules.bridging import FOR_ALL, MONTHLY, CostLine, Rate, bridged
from aid.rules.spans import Span
from aid.words import last_day
from pages.money import amount_in_words
from pages.per_day import ONE_DAY
from pages.questions import kept_sql
from shelters.contracts.choices import RatePer
from shelters.contracts.models import SiteContract
from shelters.models import Placement, Site

# Of several covers that end with the aid, the one with a cost on file says what it costs to go on.
QUERY = """
WITH {family_ctes},
lost AS (
    SELECT case_id, individual_id, kind, ends_on, (
        SELECT min(later.starts_on) FROM stretch later
        WHERE later.individual_id = stretch.individual_id AND later.kind = stretch.kind
            AND later.starts_on > stretch.ends_on
    ) AS back_on
    FROM stretch WHERE starts_on <= %(on)s AND ends_on > %(on)s AND ends_on <= %(last)s
)
SELECT DISTINCT ON (individual_id, kind) individual_id, case_id, kind, ends_on, back_on, commitment_id, reach_id
FROM lost
JOIN ({sources}) source (individual_id, kind, ends_on, commitment_id, reach_id, cost) USING (individual_id, kind, ends_on)
ORDER BY individual_id, kind, cost IS NULL, commitment_id, reach_id
"""


# Parameters of parts of `family_ctes` that this query does not ask.
UNASKED: dict[str, Any] = {"essential": [], "drawn": None, "lost_kind": "", "lost_on": None}


class Lost(NamedTuple):
    """A person who loses a kind of aid on `on`, and who has it again on `back_on`, if ever. `reach` is that of `Cover`."""

    person: uuid.UUID
    case: uuid.UUID
    kind: str
    on: datetime.date
    back_on: datetime.date | None
    commitment: uuid.UUID | None
    reach: uuid.UUID


class StayOfPerson(NamedTuple):
    """Where a person sleeps at a site from this night on."""

    reach: uuid.UUID
    person: uuid.UUID
    site: uuid.UUID
    bed: uuid.UUID | None
    room: uuid.UUID | None
    starts_on: datetime.date


@dataclass
class Fall:
    """A kind of aid that ends for these people with one promise, or with the nights of a site. `on` is the first day without.

    `lines` are the sum for bridging it; None if no rate is on file.
    """

    kind: AidKind
    on: datetime.date
    target: Any
    commitment: Commitment | None
    lost: list[Lost] = field(default_factory=list)
    lines: list[CostLine] | None = None
    # Set by `add_acts`: what was said about it, and whether the reader may say so, commit more, and plan moves.
    gaps: list[OpenGap] = field(default_factory=list)
    may_record: bool = False
    may_commit: bool = False
    may_plan: bool = False

    @property
    def lasts_until(self) -> datetime.date:
        return last_day(self.on)

    @property
    def people(self) -> int:
        return len(self.lost)

    @property
    def families(self) -> int:
        return len({each.case for each in self.lost})

    @property
    def target_kind(self) -> str:
        """`site`, `case` or `individual`, as addresses have it."""
        return str(self.target._meta.model_name)

    @property
    def site(self) -> Site | None:
        return self.target if isinstance(self.target, Site) else None

    @property
    def sums(self) -> list[str]:
        return [line_in_words(each) for each in self.lines or ()]


def falls(
    user: User,
    *,
    within_days: int,
    on: datetime.date,
    today: datetime.date | None = None,
    what_if: WhatIf | None = None,
) -> list[Fall]:
    """All aid that the people of the forecast have on `on` and lose within `within_days`, the first to end first.

    `today` is as in `outlook`.
    """
    last = on + within_days * ONE_DAY
    lost = _lost(user, on, last, what_if, today or on)
    promises = Commitment.objects.select_related("site", "case", "individual").defer("source")
    commitments = promises.in_bulk({each.commitment for each in lost} - {None})
    lodged = [each.person for each in lost if each.kind == AidKind.LODGING]
    stays = _stays(lodged, last) if lodged else {}
    sites = Site.objects.in_bulk({each.site for found in stays.values() for each in found})
    found: dict[Any, Fall] = {}
    for each in lost:
        promise = commitments.get(each.commitment) if each.commitment else None
        stay = _stay_of(each, promise, stays)
        target = promise.target if promise else sites[stay.site] if stay else None
        key = (each.kind, each.on, each.commitment or (target and target.pk))
        fall = found.setdefault(key, Fall(AidKind(each.kind), each.on, target, promise))
        fall.lost.append(each)
    rates = _rates_of_sites(found.values())
    for fall in found.values():
        if rate := _rate(fall, rates):
            fall.lines = bridged(rate, _missing(fall, rate, stays, last + ONE_DAY))
    order = list(AidKind)
    return sorted(found.values(), key=lambda fall: (fall.on, order.index(fall.kind), -fall.people))


def add_acts(found: Sequence[Fall], user: User) -> None:
    """Adds what was said about each of these falls, and what the reader may do about it."""
    for model in {type(fall.target) for fall in found}:
        name = str(model._meta.model_name)
        keys = {fall.target.pk for fall in found if isinstance(fall.target, model)}
        seen = model._default_manager.filter(pk__in=keys)
        may_record = _keys(seen.visible_to(user, Permission.AID_CHANGE))
        may_place = (
            _keys(seen.visible_to(user, Permission.PLACEMENT_CHANGE))
            if model is Site
            else may_record
        )
        rows = OpenGap.objects.visible_to(user).given().with_is_readable(user)
        said = rows.filter(**{f"{name}__in": keys})
        gaps: dict[Any, list[OpenGap]] = defaultdict(list)
        for gap in said.select_related("recorded_by"):
            gaps[getattr(gap, f"{name}_id"), gap.kind, gap.lost_on].append(gap)
        for fall in found:
            if isinstance(fall.target, model):
                key = fall.target.pk
                fall.gaps = gaps[key, fall.kind, fall.on]
                fall.may_record = key in may_record
                fall.may_commit = key in may_record & may_place
                fall.may_plan = model is Site and fall.kind == AidKind.LODGING and key in may_place


def _keys(rows: Any) -> set[Any]:
    return set(rows.order_by().values_list("pk", flat=True))


def total_in_words(found: Iterable[Fall]) -> str:
    """`4.410.000 COP, 300 USD`; empty if no rate is on file."""
    sums: dict[str, Decimal] = defaultdict(Decimal)
    for line in (line for fall in found for line in fall.lines or ()):
        sums[line.rate.currency] += line.amount
    return ", ".join(amount_in_words(amount, currency) for currency, amount in sorted(sums.items()))


def line_in_words(line: CostLine) -> str:
    """`14 beds × 9 nights × 35.000 COP = 4.410.000 COP`."""
    number, per = {"number": line.times}, line.rate.per
    times = (
        ngettext("%(number)d month", "%(number)d months", line.times)
        if per in MONTHLY
        else ngettext("%(number)d night", "%(number)d nights", line.times)
        if per in RatePer.values
        else ngettext("%(number)d day", "%(number)d days", line.times)
    ) % number
    units = {
        RatePer.BED: ngettext("%(number)d bed", "%(number)d beds", line.units),
        RatePer.ROOM: ngettext("%(number)d room", "%(number)d rooms", line.units),
        CostPer.DAY: ngettext("%(number)d person", "%(number)d people", line.units),
        CostPer.MONTH: ngettext("%(number)d person", "%(number)d people", line.units),
    }
    parts = [] if per in FOR_ALL else [units[per] % {"number": line.units}]  # type: ignore[index]
    rate, total = (
        amount_in_words(amount, line.rate.currency) for amount in (line.rate.amount, line.amount)
    )
    return f"{' × '.join([*parts, times, rate])} = {total}"


def _lost(
    user: User,
    on: datetime.date,
    last: datetime.date,
    what_if: WhatIf | None,
    today: datetime.date,
) -> list[Lost]:
    ctes = family_ctes(user, on, None, what_if, today)
    if not ctes:
        return []
    sources, source_params = kept_sql("f", _sources, on, what_if, today)
    sql = QUERY.format(family_ctes=ctes[0], sources=sources)
    with connection.cursor() as cursor:
        cursor.execute(sql, UNASKED | {"on": on, "last": last} | ctes[1] | source_params)
        return [Lost(*row) for row in cursor.fetchall()]


def _sources(on: datetime.date, what_if: WhatIf | None, today: datetime.date) -> Any:
    rows: Any = Cover.objects.firm().with_end(today, what_if=what_if)
    columns = ("individual", "kind", "ends_on", "commitment", "reach_id", "commitment__cost")
    return rows.filter(ends_on__gt=on).order_by().values_list(*columns)


def _stays(people: list[uuid.UUID], last: datetime.date) -> dict[uuid.UUID, list[StayOfPerson]]:
    """The stays of these people that begin by then, in order."""
    rows = Placement.objects.filter(
        individual__in=people, cancelled_at=None, starts_on__lte=last
    ).order_by("starts_on", "placed_at")
    stays: dict[uuid.UUID, list[StayOfPerson]] = defaultdict(list)
    for row in rows.values_list("pk", "individual", "site", "bed", "bed__room", "starts_on"):
        stays[row[1]].append(StayOfPerson(*row))
    return stays


def _stay_of(
    lost: Lost, promise: Commitment | None, stays: dict[uuid.UUID, list[StayOfPerson]]
) -> StayOfPerson | None:
    """The stay that is lost, or in which the site's promise reaches the person; None if the promise is no site's."""
    for stay in reversed(stays.get(lost.person, [])):
        if stay.reach == lost.reach or (
            promise and stay.site == promise.site_id and stay.starts_on < lost.on
        ):
            return stay
    return None


def _rates_of_sites(found: Iterable[Fall]) -> dict[uuid.UUID, list[SiteContract]]:
    """The contracts with a rate, the latest first, of sites whose nights end and whose promise says no cost."""
    sites = {fall.site.pk for fall in found if fall.site and fall.kind == AidKind.LODGING}
    contracts: dict[uuid.UUID, list[SiteContract]] = defaultdict(list)
    rows = SiteContract.objects.standing().filter(site__in=sites, rate__isnull=False)
    for contract in rows.order_by("-starts_on", "-recorded_at") if sites else ():
        contracts[contract.site_id].append(contract)
    return contracts


def _rate(fall: Fall, contracts: dict[uuid.UUID, list[SiteContract]]) -> Rate | None:
    """What the promise costs, or else what the site's contract says for the last night; None if neither is on file."""
    promise = fall.commitment
    if promise and promise.cost is not None:
        return Rate(promise.cost, promise.cost_per, promise.currency)
    for each in contracts.get(fall.site.pk, []) if fall.site and fall.kind == "lodging" else []:
        if each.starts_on < fall.on and (each.ends_on is None or fall.on <= each.ends_on):
            return Rate(each.rate or Decimal(0), each.rate_per, each.currency)
    return None


def _missing(
    fall: Fall, rate: Rate, stays: dict[uuid.UUID, list[StayOfPerson]], end: datetime.date
) -> Iterable[tuple[Any, Span]]:
    """For each person the bed, the room or the person itself, and the days until aid comes back or the forecast ends."""
    for each in fall.lost:
        stay = _stay_of(each, fall.commitment, stays)
        bed, room = (stay.bed, stay.room) if stay else (None, None)
        unit = {RatePer.BED: bed, RatePer.ROOM: room}.get(rate.per) or each.person  # type: ignore[call-overload]
        yield unit, Span(each.on, min(each.back_on or end, end))
