"""Forecasts which aid families lose in the days to come, and which have none."""

import datetime
import uuid
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import computing_all_visible_rows, visible_keys
from aid.choices import ESSENTIAL, AidKind, FamiliesShown
from aid.coverage import spans_of
from aid.loss_sql import FamilyAhead, families_ahead
from aid.models import Agreement, Cover
from aid.querysets.cover import WhatIf
from aid.rules.spans import next_start, span_on
from aid.words import last_day
from casework.register.models.case import Case, FamilyMember
from shelters.models import Placement

# Keys of people by (key of the case, kind of aid, first day without it, day on which they get it back, if ever).
PeopleByLoss = dict[
    tuple[uuid.UUID, str, datetime.date, datetime.date | None],
    list[uuid.UUID],
]


@dataclass(frozen=True)
class Loss:
    """A kind of aid that people of a family lose. `on` is the first day without it, `resumes_on` when they get it back."""

    kind: AidKind
    on: datetime.date
    resumes_on: datetime.date | None
    individual_ids: tuple[uuid.UUID, ...]
    is_whole_family: bool

    @property
    def lasts_until(self) -> datetime.date:
        return last_day(self.on)


@dataclass
class FamilyForecast:
    """One family's aid: what it has today, what it loses within the days of the forecast, and what is left then."""

    case_id: uuid.UUID
    number: str
    people: int
    losses: list[Loss] = field(default_factory=list)
    kinds_now: list[AidKind] = field(default_factory=list)
    kinds_left: list[AidKind] = field(default_factory=list)
    # People without lodging, meals or health care today, and on the last day.
    lacking_now: list[uuid.UUID] = field(default_factory=list)
    lacking_left: list[uuid.UUID] = field(default_factory=list)
    # Those without essential aid today who sleep at a site that nobody pays, and who are still to sleep there on the last day.
    unpaid_now: list[uuid.UUID] = field(default_factory=list)
    unpaid_left: list[uuid.UUID] = field(default_factory=list)

    @property
    def has_nothing_now(self) -> bool:
        """Whether somebody in it has nothing essential today."""
        return bool(self.lacking_now)

    @property
    def is_left_with_nothing(self) -> bool:
        """Whether somebody in it has nothing essential on the last day."""
        return bool(self.lacking_left)

    def add_person(self, person: uuid.UUID, now: set[str], left: set[str]) -> None:
        """Adds the kinds that this person has today and on the last day."""
        for has, kinds, lacking in (
            (now, self.kinds_now, self.lacking_now),
            (left, self.kinds_left, self.lacking_left),
        ):
            kinds[:] = [kind for kind in AidKind if kind in kinds or kind in has]
            if ESSENTIAL.isdisjoint(has):
                lacking.append(person)


@dataclass(frozen=True)
class PayerLoss:
    """How many people lose a kind of aid on a day because of one payer."""

    payer: str
    kind: AidKind
    on: datetime.date
    people: int

    @property
    def lasts_until(self) -> datetime.date:
        return last_day(self.on)


def forecast(
    user: User, *, within_days: int, on: datetime.date, what_if: WhatIf | None = None
) -> list[FamilyAhead]:
    """Visible families that lose aid within `within_days` after `on`, or have somebody without essential aid.

    Families with somebody left without essential aid come first, those without any today at the top; then by the day of the
    first loss.
    """
    with computing_all_visible_rows():
        visible = visible_keys(Case.objects, user, Permission.FORECAST_READ)
    cases = Case.objects.open().filter(pk__in=visible)
    last = on + datetime.timedelta(days=within_days)
    return families_ahead(members_here(cases, on), on=on, last=last, what_if=what_if)


def family_forecasts(
    case_ids: Sequence[uuid.UUID],
    *,
    within_days: int,
    on: datetime.date,
    today: datetime.date | None = None,
    what_if: WhatIf | None = None,
) -> list[FamilyForecast]:
    """The forecasts of these families, in the same order. People who have left by `today`, or `on`, are not counted."""
    last = on + datetime.timedelta(days=within_days)
    today = today or on
    members = members_here(case_ids, today)
    families, case_by_person = _families(members)
    covers = (
        Cover.objects.firm()
        .with_end(today, what_if=what_if)
        .filter(individual__in=list(case_by_person))
    )
    now: dict[uuid.UUID, set[str]] = defaultdict(set)
    left: dict[uuid.UUID, set[str]] = defaultdict(set)
    by_loss: PeopleByLoss = defaultdict(list)
    for row in covers.merged():
        person, kind, spans = row["individual_id"], row["kind"], spans_of(row["cover"])
        if span_on(spans, last):
            left[person].add(kind)
        if span := span_on(spans, on):
            now[person].add(kind)
            if span.ends_on and span.ends_on <= last:
                key = (case_by_person[person], kind, span.ends_on, next_start(spans, span.ends_on))
                by_loss[key].append(person)
    _add_losses(by_loss, families)
    for person, case_id in case_by_person.items():
        families[case_id].add_person(person, now[person], left[person])
    _add_unpaid_beds(families, on, last, what_if)
    return [families[case_id] for case_id in case_ids]


def _add_unpaid_beds(
    families: dict[uuid.UUID, FamilyForecast],
    on: datetime.date,
    last: datetime.date,
    what_if: WhatIf | None,
) -> None:
    """Adds who of those without essential aid sleeps tonight: they have no cover, so nobody pays for it."""
    lacking = {who: family for family in families.values() for who in family.lacking_now}
    stays = (
        Placement.objects.sheltering_on(on)
        .filter(individual__in=list(lacking))
        .order_by("individual")
    )
    ends = ("ends_on", "allowed_until", "planned_end_on")
    rows = stays.values_list("individual", "site", *ends) if lacking else ()
    for person, site, *days in rows:
        family = lacking[person]
        family.unpaid_now.append(person)
        leaves_on = next(filter(None, days), None)
        closes_on = what_if.closes_on if what_if and what_if.site == site else None
        if person in family.lacking_left and not any(
            day and on < day <= last for day in (leaves_on, closes_on)
        ):
            family.unpaid_left.append(person)


def shown_of(families: list[FamilyAhead], show: str) -> list[FamilyAhead]:
    """The families counted by `show`, one of `FamiliesShown`; all families if it is empty."""
    if show == FamiliesShown.NOTHING_LEFT:
        return [family for family in families if family.is_left_with_nothing]
    if show == FamiliesShown.NOTHING_NOW:
        return [family for family in families if family.has_nothing_now]
    if show == FamiliesShown.LOSING:
        return [family for family in families if family.first_loss_on]
    return families


def counted(show: FamiliesShown, number: int) -> str:
    """The words to show after the number of families counted by `show`."""
    words = {
        FamiliesShown.NOTHING_LEFT: ngettext(
            "family with somebody left without essential aid",
            "families with somebody left without essential aid",
            number,
        ),
        FamiliesShown.NOTHING_NOW: ngettext(
            "family with somebody without essential aid today",
            "families with somebody without essential aid today",
            number,
        ),
        FamiliesShown.LOSING: ngettext("family loses some aid", "families lose some aid", number),
    }
    return words[show]


def members_here(cases: Any, on: datetime.date) -> Any:
    """Members of these cases on that day who have not left."""
    return FamilyMember.objects.here_on(on).filter(case__in=cases)


def _families(
    members: Any,
) -> tuple[dict[uuid.UUID, FamilyForecast], dict[uuid.UUID, uuid.UUID]]:
    rows = list(
        members.order_by("individual_id").values_list("individual_id", "case_id", "case__number")
    )
    families: dict[uuid.UUID, FamilyForecast] = {}
    for _person, case_id, number in rows:
        families.setdefault(case_id, FamilyForecast(case_id, number, 0)).people += 1
    return families, {person: case_id for person, case_id, _number in rows}


def _add_losses(by_loss: PeopleByLoss, families: dict[uuid.UUID, FamilyForecast]) -> None:
    for (case_id, kind, lost_on, resumes_on), people in by_loss.items():
        family = families[case_id]
        everybody = len(people) == family.people
        family.losses.append(
            Loss(AidKind(kind), lost_on, resumes_on, tuple(sorted(people)), everybody)
        )
    order = list(AidKind)
    for family in families.values():
        family.losses.sort(key=lambda loss: (loss.on, order.index(loss.kind)))


def losses_by_payer(user: User, *, within_days: int, on: datetime.date) -> list[PayerLoss]:
    """How many people of the user's offices lose which aid, by payer. Needs only FORECAST_COUNTS, because it names nobody.

    A person covered by two payers until the same day counts with both.
    """
    cases = Case.objects.open().filter(office__in=user.office_ids(Permission.FORECAST_COUNTS))
    people = members_here(cases, on).values("individual")
    last = on + datetime.timedelta(days=within_days)
    covers = Cover.objects.firm().with_end(on).filter(individual__in=people)
    return _losses_named(covers.lost_by_agreement(on, last))


def is_any_aid_counted(user: User, *, on: datetime.date) -> bool:
    """Whether anybody of the user's offices has any cover; without cover nobody can lose it."""
    cases = Case.objects.open().filter(office__in=user.office_ids(Permission.FORECAST_COUNTS))
    people = members_here(cases, on).values("individual")
    return bool(Cover.objects.firm().filter(individual__in=people).exists())


def _losses_named(lost: list[Any]) -> list[PayerLoss]:
    agreements = Agreement.objects.select_related("payer").in_bulk(
        {agreement_id for agreement_id, *_ in lost if agreement_id}
    )
    by_payer: dict[tuple[str, str, datetime.date], set[uuid.UUID]] = defaultdict(set)
    for agreement_id, kind, ends_on, people in lost:
        payer = str(agreements[agreement_id].payer) if agreement_id else ""
        by_payer[payer, kind, ends_on].update(people)
    rows = [
        PayerLoss(payer, AidKind(kind), ends_on, len(people))
        for (payer, kind, ends_on), people in by_payer.items()
    ]
    return sorted(rows, key=lambda row: (row.on, row.payer, row.kind))
