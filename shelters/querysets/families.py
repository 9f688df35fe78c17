"""Families without a bed."""

import datetime
import uuid
from collections.abc import Callable
from functools import reduce
from operator import or_
from typing import Any, Self

from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.expressions import RawSQL
from django.db.models.functions import Coalesce, Greatest

from casework.arrivals.groups import people_of_group
from casework.children.querysets import children_alone
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import CaseStatus
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.case import CaseQuerySet, FamilyMemberQuerySet
from pages.lookups import among
from pages.remembered import Remembered
from pages.slots import Slot
from shelters.choices import HOUSED_WITHOUT_BED
from shelters.kept import lone_children
from shelters.models import Placement

# The order of the list of families without a bed.
IN_LINE = ("-has_child_alone", "-has_baby", "waiting_since", "-small_born", "number")
# A child born in this year or the one before is a baby: its family comes before families that wait longer.
BABY_YEARS = 1
# Among families that wait since the same day, the one with the youngest child comes first, if it is at most this old.
SMALL_YEARS = 3
# Up to this number of families are found without the waiting time of all.
MOST_AT_ONCE = 200
# By night.
_waiting_columns = Remembered(8)


# Functions that return, for a night, a condition on memberships: the person has a firm promise of lodging elsewhere.
lodged_elsewhere: Slot[Callable[[datetime.date], Q]] = Slot("who is lodged elsewhere that night")
# Functions that return, for a night, expressions on memberships: the day on which such a promise ended, or NULL.
lodged_until: Slot[Callable[[datetime.date], list[Any]]] = Slot(
    "until when who was lodged elsewhere"
)


def members_without_bed(on: datetime.date) -> FamilyMemberQuerySet:
    """Members on that day who are here and have no bed that night. A private home needs no numbered bed.

    Who left a site for a place of their own is not among them, until they get a place again; nor is who has a firm promise
    of lodging elsewhere. A bed that is planned counts for its first night only, until somebody arrives.
    """
    return _members_without_place(on).exclude(_has_their_own(on))


def members_in_their_own(on: datetime.date) -> FamilyMemberQuerySet:
    """Members on that day who are here, have no bed, and left a site for a place of their own or are lodged elsewhere."""
    return _members_without_place(on).filter(_has_their_own(on))


def _members_without_place(on: datetime.date) -> FamilyMemberQuerySet:
    housed = Placement.objects.sheltering_on(on).filter(
        Q(bed__isnull=False) | Q(site__kind__in=HOUSED_WITHOUT_BED),
        individual=OuterRef("individual"),
    )
    return FamilyMember.objects.here_on(on).filter(~Exists(housed))


def _has_their_own(on: datetime.date) -> Q:
    own = Placement.objects.into_their_own(on).filter(individual=OuterRef("individual"))
    return reduce(or_, (condition(on) for condition in lodged_elsewhere), Q(Exists(own)))


def is_without_bed(on: datetime.date) -> Q:
    """Condition on cases: open, and at least one member has no bed that night."""
    return Q(Exists(members_without_bed(on).filter(case=OuterRef("pk"))), status=CaseStatus.OPEN)


def without_bed(cases: CaseQuerySet, on: datetime.date) -> CaseQuerySet:
    """Open ones of `cases` with at least one member without a bed that night."""
    return cases.filter(is_without_bed(on))


def is_waiting_of_group(group: uuid.UUID, on: datetime.date) -> Q:
    """Condition on cases: somebody who arrived with this group is a member and has no bed that night."""
    waiting = members_without_bed(on).filter(individual__in=people_of_group(group))
    return Q(pk__in=waiting.values("case"))


def people_waiting(on: datetime.date) -> Coalesce:
    """Expression on cases: the number of members without a bed that night."""
    waiting = (
        members_without_bed(on)
        .filter(case=OuterRef("pk"))
        .order_by()
        .values("case")
        .annotate(number=Count("pk"))
        .values("number")
    )
    return Coalesce(Subquery(waiting), Value(0))


def waiting_since(cases: CaseQuerySet, on: datetime.date) -> CaseQuerySet:
    """Adds `waiting_since`, the earliest day since which a member without a bed that night waits.

    A member waits since their arrival, the end of their last stay or of a promise of lodging elsewhere, or their return from
    an absence, in whichever case that was. Also adds `has_baby`, and `small_born`: the year of birth of the youngest small
    child without a bed, or 0. Use it only to fetch rows: the SQL is cached, and must not become part of another query.
    """
    columns = _waiting_columns.of(on, lambda: _compile_waiting_columns(cases.model, on))
    rows: CaseQuerySet = cases.annotate(**columns)
    return rows


def _compile_waiting_columns(model: Any, on: datetime.date) -> dict[str, RawSQL]:
    """The columns of `waiting_since` by name, as SQL on the table of cases: a page would compile them for longer than the
    database needs to run them."""
    who = {"individual": OuterRef("individual")}
    joined = FamilyMember.objects.filter(**who).order_by("joined_on").values("joined_on")
    stays = Placement.objects.standing().filter(**who, ends_on__lte=on).order_by("-ends_on")
    returns = Exit.objects.standing().filter(**who, back_on__lte=on).order_by("-back_on")
    since = Greatest(
        Coalesce("individual__arrival__on", Subquery(joined[:1])),
        Subquery(stays.values("ends_on")[:1]),
        Subquery(returns.values("back_on")[:1]),
        *(day for days in lodged_until for day in days(on)),
    )
    waiting = members_without_bed(on).filter(case=OuterRef("pk")).alias(since=since)
    first = waiting.order_by("since").values(first=F("since"))[:1]
    born = F("individual__birth_year")
    babies = members_without_bed(on).filter(
        case=OuterRef("pk"), individual__birth_year__gte=on.year - BABY_YEARS
    )
    small = waiting.filter(individual__birth_year__gte=on.year - SMALL_YEARS)
    rows = model.objects.annotate(
        waiting_since=Coalesce(Subquery(first), "opened_on"),
        has_baby=Exists(babies.order_by()),
        small_born=Coalesce(Subquery(small.order_by(born.desc()).values(born=born)[:1]), 0),
    )
    compiler, columns = rows.query.get_compiler(rows.db), dict[str, RawSQL]()
    for name, column in rows.query.annotations.items():
        sql, params = compiler.compile(column)
        columns[name] = RawSQL(sql, params, column.output_field)  # noqa: S611 - made by the ORM
    return columns


def with_who_may_wait_since_before(cases: Any, or_those: Q | None = None) -> Any:
    """Families with a member who may wait for longer than the case is open: from another case, or arrived before.

    Adds families that match `or_those`."""
    steps = FamilyChange.objects.filter(undone_at=None, other_case__isnull=False).order_by()
    split = steps.filter(step=FamilyStep.SPLIT)
    into = steps.filter(step__in=(FamilyStep.JOINED, FamilyStep.ADDED))
    came_on = Coalesce("individual__arrival__on", "joined_on")
    before = FamilyMember.objects.alias(came_on=came_on).filter(came_on__lt=F("case__opened_on"))
    # EXISTS for each case, because few cases wait: a list of keys would need everybody on file.
    return cases.filter(
        among("pk", split.values("other_case"))
        | among("pk", into.values("case"))
        | Q(Exists(before.filter(case=OuterRef("pk"))))
        | (or_those or Q())
    )


class FamiliesInLine(CaseQuerySet):
    """Families without a bed, in order: those with a child without an adult of the family first, then those with a baby,
    then by waiting time.

    The first of a long line are found without the waiting time of all. Families with a baby are all computed, and those of
    `with_who_may_wait_since_before`. Others wait no longer than their case is open: they are computed from the oldest case
    on, until no later one can come before those found.
    """

    # The keys of cases with a child without an adult of the family.
    alone: tuple[uuid.UUID, ...] = ()

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]
        clone.alone = self.alone
        return clone

    def in_line(self) -> Any:
        return self.order_by(*IN_LINE)

    def __getitem__(self, part: Any) -> Any:
        if isinstance(part, slice) and self._is_beginning(part):
            return self._first_in_line(part.stop)[part.start or 0 :]
        return super().__getitem__(part)

    def _is_beginning(self, part: slice) -> bool:
        in_line = self.query.order_by == IN_LINE and self.query.standard_ordering
        is_whole = self._fields is None and self._result_cache is None  # type: ignore[attr-defined]
        return in_line and is_whole and part.step is None and 0 < (part.stop or 0) <= MOST_AT_ONCE

    def _first_in_line(self, most: int) -> list[Any]:
        if not self.alone:
            return _longest(self, most)
        before = sorted(self.filter(pk__in=self.alone), key=_in_line)
        return [*before, *_longest(self.exclude(pk__in=self.alone), most - len(before))][:most]


def _longest(rows: Any, most: int) -> list[Any]:
    """The `most` first rows of those without a child alone, in the order of IN_LINE."""
    limit = 2 * max(most, 0)
    exceptions = with_who_may_wait_since_before(rows, Q(has_baby=True)).order_by()
    computed = {case.pk: case for case in exceptions} if limit else {}
    while limit:
        oldest = list(rows.order_by("opened_on", "number")[:limit])
        candidates = computed | {case.pk: case for case in oldest}
        in_line = sorted(candidates.values(), key=_in_line)[:most]
        is_whole = len(oldest) < limit or in_line[-1].has_baby
        # Strictly earlier: among families of the same day, the one with a small child comes first.
        if is_whole or in_line[-1].waiting_since < oldest[-1].opened_on:
            return in_line
        limit *= 4
    return []


def _in_line(case: Any) -> tuple[bool, datetime.date, int, str]:
    return not case.has_baby, case.waiting_since, -case.small_born, case.number


def with_waiting(cases: CaseQuerySet, on: datetime.date) -> FamiliesInLine:
    """Adds `waiting_since` and `has_child_alone`.

    Children alone are few and slow to compute, so they are queried once, before the cases.
    """
    kept = lone_children(on)
    children = children_alone(on).values("pk") if kept is None else kept
    alone = members_without_bed(on).filter(pk__in=children).order_by()
    cases_with_child_alone: tuple[uuid.UUID, ...] = ()
    if kept != []:
        cases_with_child_alone = tuple(alone.values_list("case", flat=True))
    has_child_alone = (
        Case(When(pk__in=cases_with_child_alone, then=True), default=False)
        if cases_with_child_alone
        else Value(False)
    )
    rows = waiting_since(cases, on).annotate(has_child_alone=has_child_alone)
    line = FamiliesInLine(rows.model, rows.query, rows.db)
    line.alone = cases_with_child_alone
    return line
