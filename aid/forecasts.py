"""Who loses which aid in the days to come, and who has none."""

import datetime
import uuid
from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from aid.choices import ESSENTIAL, AidKind, Show
from aid.coverage import spans_of
from aid.models import Agreement, Cover
from aid.rules.spans import next_start, running
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit

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
    """What one family has today, what it loses within the days asked for, and what is left on the last of them."""

    case_id: uuid.UUID
    number: str
    people: int
    losses: list[Loss] = field(default_factory=list)
    kinds_now: list[AidKind] = field(default_factory=list)
    kinds_left: list[AidKind] = field(default_factory=list)

    @property
    def has_nothing_now(self) -> bool:
        """Nobody in it has lodging, meals or health care today."""
        return ESSENTIAL.isdisjoint(self.kinds_now)

    @property
    def is_left_with_nothing(self) -> bool:
        """Nobody in it has any of these on the last day."""
        return ESSENTIAL.isdisjoint(self.kinds_left)

    @property
    def first_loss_on(self) -> datetime.date | None:
        """None for a family that has nothing to lose."""
        return self.losses[0].on if self.losses else None


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
    """Families among those `user` sees who lose aid by `within_days` after `on`, or have none that is essential.

    Families left without essential aid come first, of these whoever has none today already; then whoever
    loses something soonest. `what_if` asks the same as if an agreement ended on another day.
    """
    cases = Case.objects.visible_to(user, Permission.FORECAST_READ).open()
    return families_losing_aid(cases, within_days=within_days, on=on, what_if=what_if)


def families_losing_aid(
    cases: Any, *, within_days: int, on: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyForecast]:
    """The forecast for these cases, in the same order as `forecast`. Whoever has left counts no more."""
    members = members_here(cases, on)
    last = on + datetime.timedelta(days=within_days)
    families, family_of = _families(members)
    covers = Cover.objects.firm().with_end(what_if=what_if)
    covers = covers.filter(individual__in=members.values("individual"))
    losses = _losses(list(covers.lost_between(on, last)), family_of, families, on)
    now, left = (_kinds_on(day, covers, family_of) for day in (on, last))
    for case_id, family in families.items():
        family.losses = losses.get(case_id, [])
        family.kinds_now = [kind for kind in AidKind if kind in now[case_id]]
        family.kinds_left = [kind for kind in AidKind if kind in left[case_id]]
    return sorted(
        (family for family in families.values() if family.losses or family.has_nothing_now),
        key=lambda family: (
            not family.is_left_with_nothing,
            family.first_loss_on or on,
            family.number,
        ),
    )


def shown_of(families: list[FamilyForecast], show: str) -> list[FamilyForecast]:
    """Those of the families that one of the counts above the forecast counts; all where none is asked for."""
    if show == Show.NOTHING_LEFT:
        return [family for family in families if family.is_left_with_nothing]
    if show == Show.NOTHING_NOW:
        return [family for family in families if family.has_nothing_now]
    if show == Show.LOSING:
        return [family for family in families if family.losses]
    return families


def counted(show: Show, number: int) -> str:
    """What such a count says after its number."""
    words = {
        Show.NOTHING_LEFT: ngettext(
            "family left without essential aid", "families left without essential aid", number
        ),
        Show.NOTHING_NOW: ngettext(
            "family without essential aid today", "families without essential aid today", number
        ),
        Show.LOSING: ngettext("family loses some aid", "families lose some aid", number),
    }
    return words[show]


def members_here(cases: Any, on: datetime.date) -> Any:
    """Who belongs to these cases on that day and has not left. The last of a family stays its member."""
    gone = Exit.objects.standing().filter(on__lte=on).values("individual")
    return FamilyMember.objects.on(on).filter(case__in=cases).exclude(individual__in=gone)


def _families(
    members: Any,
) -> tuple[dict[uuid.UUID, FamilyForecast], dict[uuid.UUID, uuid.UUID]]:
    rows = list(members.order_by().values_list("individual_id", "case_id", "case__number"))
    families: dict[uuid.UUID, FamilyForecast] = {}
    for _person, case_id, number in rows:
        families.setdefault(case_id, FamilyForecast(case_id, number, 0)).people += 1
    return families, {person: case_id for person, case_id, _number in rows}


def _kinds_on(
    day: datetime.date, covers: Any, family_of: dict[uuid.UUID, uuid.UUID]
) -> dict[uuid.UUID, set[str]]:
    """Which kinds somebody of each family has that day."""
    reaching = covers.filter(Q(ends_on=None) | Q(ends_on__gt=day), starts_on__lte=day)
    found: dict[uuid.UUID, set[str]] = defaultdict(set)
    for individual_id, kind in reaching.values_list("individual_id", "kind").distinct().order_by():
        found[family_of[individual_id]].add(kind)
    return found


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
    people = members_here(cases, on).values("individual")
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


def is_any_aid_counted(user: User, *, on: datetime.date) -> bool:
    """Whether anybody of the user's offices is covered by anything: without, nobody can lose it either."""
    cases = Case.objects.open().filter(office__in=user.office_ids(Permission.FORECAST_COUNTS))
    people = members_here(cases, on).values("individual")
    return bool(Cover.objects.firm().filter(individual__in=people).exists())


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
