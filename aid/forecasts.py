"""Who loses which aid in the days to come."""

import datetime
import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q

from accounts.models import User
from accounts.permissions import Permission
from aid.choices import AidKind
from aid.coverage import spans_of
from aid.models import Agreement, Cover
from aid.rules.spans import next_start, running
from casework.register.models.case import Case, FamilyMember

WhatIf = tuple[uuid.UUID, datetime.date]


@dataclass(frozen=True)
class Loss:
    """That some people of a family lose a kind of aid on a day, and when they get it back, if they do."""

    kind: AidKind
    on: datetime.date
    resumes_on: datetime.date | None
    individual_ids: tuple[uuid.UUID, ...]
    is_whole_family: bool


@dataclass
class FamilyForecast:
    """What one family loses within the days asked for, and what it still has on the last of them."""

    case_id: uuid.UUID
    number: str
    people: int
    losses: list[Loss] = field(default_factory=list)
    kinds_left: list[AidKind] = field(default_factory=list)

    @property
    def first_loss_on(self) -> datetime.date:
        return self.losses[0].on

    @property
    def loses_everything(self) -> bool:
        return not self.kinds_left


@dataclass(frozen=True)
class PayerLoss:
    """How many people lose a kind of aid on a day because of one payer."""

    payer: str
    kind: AidKind
    on: datetime.date
    people: int


def forecast(
    user: User, *, within_days: int, on: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyForecast]:
    """Families among those `user` sees who lose aid by `within_days` after `on`.

    Families left without any aid come first, then whoever loses something soonest. `what_if` asks
    the same as if an agreement ended on another day.
    """
    cases = Case.objects.visible_to(user, Permission.FORECAST_READ).open()
    return families_losing_aid(cases, within_days=within_days, on=on, what_if=what_if)


def families_losing_aid(
    cases: Any, *, within_days: int, on: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyForecast]:
    """The forecast for these cases, in the same order as `forecast`."""
    members = FamilyMember.objects.on(on).filter(case__in=cases)
    last = on + datetime.timedelta(days=within_days)
    people = members.values("individual")
    covers = Cover.objects.firm().with_end(what_if=what_if).filter(individual__in=people)
    lost = list(covers.lost_between(on, last))
    if not lost:
        return []
    families, family_of = _families(members, {row["individual_id"] for row in lost})
    for case_id, losses in _losses(lost, family_of, families, on).items():
        families[case_id].losses = losses
    covered_at_last = covers.filter(
        Q(ends_on=None) | Q(ends_on__gt=last), starts_on__lte=last
    ).values_list("individual_id", "kind")
    left: dict[uuid.UUID, set[str]] = defaultdict(set)
    for individual_id, kind in covered_at_last.distinct().order_by():
        if individual_id in family_of:
            left[family_of[individual_id]].add(kind)
    for case_id, family in families.items():
        family.kinds_left = [kind for kind in AidKind if kind in left[case_id]]
    return sorted(
        families.values(),
        key=lambda family: (not family.loses_everything, family.first_loss_on, family.number),
    )


def _families(
    members: Any, losing: set[uuid.UUID]
) -> tuple[dict[uuid.UUID, FamilyForecast], dict[uuid.UUID, uuid.UUID]]:
    rows = list(members.order_by().values_list("individual_id", "case_id", "case__number"))
    numbers = {case_id: number for person, case_id, number in rows if person in losing}
    family_of = {person: case_id for person, case_id, _ in rows if case_id in numbers}
    sizes: dict[uuid.UUID, int] = defaultdict(int)
    for case_id in family_of.values():
        sizes[case_id] += 1
    families = {
        case_id: FamilyForecast(case_id, number, sizes[case_id])
        for case_id, number in numbers.items()
    }
    return families, family_of


def _losses(
    lost: list[Any],
    family_of: dict[uuid.UUID, uuid.UUID],
    families: dict[uuid.UUID, FamilyForecast],
    on: datetime.date,
) -> dict[uuid.UUID, list[Loss]]:
    alike: dict[tuple[Any, ...], list[uuid.UUID]] = defaultdict(list)
    for row in lost:
        spans = spans_of(row["cover"])
        span = running(spans, on)
        if span is None or span.ends_on is None:
            continue
        case_id = family_of[row["individual_id"]]
        key = (case_id, row["kind"], span.ends_on, next_start(spans, span.ends_on))
        alike[key].append(row["individual_id"])
    losses: dict[uuid.UUID, list[Loss]] = defaultdict(list)
    for (case_id, kind, lost_on, resumes_on), people in alike.items():
        everybody = len(people) == families[case_id].people
        losses[case_id].append(Loss(AidKind(kind), lost_on, resumes_on, tuple(people), everybody))
    order = list(AidKind)
    for found in losses.values():
        found.sort(key=lambda loss: (loss.on, order.index(loss.kind)))
    return losses


def losses_by_payer(user: User, *, within_days: int, on: datetime.date) -> list[PayerLoss]:
    """How many people of the user's offices lose which aid, by payer; no names, for FORECAST_COUNTS.

    Somebody whom two payers cover until the same day counts with both.
    """
    cases = Case.objects.open().filter(office__in=user.office_ids(Permission.FORECAST_COUNTS))
    people = FamilyMember.objects.on(on).filter(case__in=cases).values("individual")
    last = on + datetime.timedelta(days=within_days)
    covers = Cover.objects.firm().with_end().filter(individual__in=people)
    lost_on = {}
    for row in covers.lost_between(on, last):
        span = running(spans_of(row["cover"]), on)
        if span:
            lost_on[row["individual_id"], row["kind"]] = span.ends_on
    causes = covers.filter(ends_on__gt=on, ends_on__lte=last).values_list(  # type: ignore[misc]
        "individual_id", "kind", "ends_on", "agreement_id"
    )
    counted: dict[tuple[Any, ...], set[uuid.UUID]] = defaultdict(set)
    for individual_id, kind, ends_on, agreement_id in causes:
        if lost_on.get((individual_id, kind)) == ends_on:
            counted[agreement_id, kind, ends_on].add(individual_id)
    return _named_by_payer(counted)


def _named_by_payer(counted: dict[tuple[Any, ...], set[uuid.UUID]]) -> list[PayerLoss]:
    agreements = Agreement.objects.select_related("payer").in_bulk(
        {agreement_id for agreement_id, *_ in counted if agreement_id}
    )
    by_payer: dict[tuple[str, str, datetime.date], set[uuid.UUID]] = defaultdict(set)
    for (agreement_id, kind, ends_on), people in counted.items():
        payer = str(agreements[agreement_id].payer) if agreement_id else ""
        by_payer[payer, kind, ends_on] |= people
    rows = [
        PayerLoss(payer, AidKind(kind), ends_on, len(people))
        for (payer, kind, ends_on), people in by_payer.items()
    ]
    return sorted(rows, key=lambda row: (row.on, row.payer, row.kind))
