"""Families without a bed."""

import datetime
import uuid
from typing import Any, Self

from django.db.models import Case, Count, Exists, F, OuterRef, Q, Subquery, Value, When
from django.db.models.functions import Coalesce, Greatest

from casework.arrivals.together import people_of_group
from casework.children.querysets import children_alone
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import CaseStatus
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.case import CaseQuerySet, FamilyMemberQuerySet
from pages.lookups import among
from shelters.choices import HOUSED_WITHOUT_BED
from shelters.kept import lone_children
from shelters.models import Placement

IN_LINE = ("-has_child_alone", "-has_baby", "waiting_since", "-small_born", "number")
# A child born in this year or the one before, surely below two: its family comes before those that wait longer.
BABY_YEARS = 1
# Among families waiting since the same day, the one with the youngest child below this age comes first: a night outside
# harms a baby soonest.
SMALL_YEARS = 3
# How many families are looked for at once, starting with the oldest case.
FIRST = 200


def members_without_bed(on: datetime.date) -> FamilyMemberQuerySet:
    """Members on that day who are here and have no bed that night. A private home needs no numbered bed."""
    housed = Placement.objects.sleeping_on(on).filter(
        Q(bed__isnull=False) | Q(site__kind__in=HOUSED_WITHOUT_BED)
    )
    members = FamilyMember.objects.here_on(on)
    return members.filter(~Exists(housed.filter(individual=OuterRef("individual"))))


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
    """Condition on cases: how many members have no bed that night."""
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

    A member waits since their arrival, the end of their last stay or their return from an absence, whichever case they were
    in. Also adds `small_born`, the year of birth of the youngest small child among those members, 0 without one; and
    `has_baby`.
    """
    who = {"individual": OuterRef("individual")}
    joined = FamilyMember.objects.filter(**who).order_by("joined_on").values("joined_on")
    stays = Placement.objects.standing().filter(**who, ends_on__lte=on).order_by("-ends_on")
    returns = Exit.objects.standing().filter(**who, back_on__lte=on).order_by("-back_on")
    since = Greatest(
        Coalesce("individual__arrival__on", Subquery(joined[:1])),
        Subquery(stays.values("ends_on")[:1]),
        Subquery(returns.values("back_on")[:1]),
    )
    waiting = members_without_bed(on).filter(case=OuterRef("pk")).alias(since=since)
    first = waiting.order_by("since").values(first=F("since"))[:1]
    born = F("individual__birth_year")
    babies = members_without_bed(on).filter(
        case=OuterRef("pk"), individual__birth_year__gte=on.year - BABY_YEARS
    )
    small = waiting.filter(individual__birth_year__gte=on.year - SMALL_YEARS)
    rows: CaseQuerySet = cases.annotate(
        waiting_since=Coalesce(Subquery(first), "opened_on"),
        has_baby=Exists(babies.order_by()),
        small_born=Coalesce(Subquery(small.order_by(born.desc()).values(born=born)[:1]), 0),
    )
    return rows


def with_who_may_wait_since_before(cases: Any, or_those: Q | None = None) -> Any:
    """Families with a member who may have waited since before the case was opened: from another case, or arrived earlier.

    Also those that match `or_those`."""
    steps = FamilyChange.objects.filter(undone_at=None, other_case__isnull=False).order_by()
    split = steps.filter(step=FamilyStep.SPLIT)
    into = steps.filter(step__in=(FamilyStep.JOINED, FamilyStep.ADDED))
    came_on = Coalesce("individual__arrival__on", "joined_on")
    before = FamilyMember.objects.alias(came_on=came_on).filter(came_on__lt=F("case__opened_on"))
    # Asked of each case, since few wait: the keys of all such cases would mean reading everybody on file.
    return cases.filter(
        among("pk", split.values("other_case"))
        | among("pk", into.values("case"))
        | Q(Exists(before.filter(case=OuterRef("pk"))))
        | (or_those or Q())
    )


class FamiliesInLine(CaseQuerySet):
    """Families without a bed, in order: those with a child without an adult of the family first, then those with a baby,
    then by waiting time.

    The first of a long line are found without computing the waiting time of each: nobody waits from before the case was
    opened, except the families of `with_who_may_wait_since_before`, which are all computed, as are those with a baby. The
    others are computed from the oldest case on, until no later one can come before those shown.
    """

    alone: tuple[uuid.UUID, ...] = ()

    def _clone(self) -> Self:
        clone: Self = super()._clone()  # type: ignore[misc]
        clone.alone = self.alone
        return clone

    def in_line(self) -> Any:
        return self.order_by(*IN_LINE)

    def __getitem__(self, part: Any) -> Any:
        if isinstance(part, slice) and self._is_begun_by(part):
            return self._first(part.stop)[part.start or 0 :]
        return super().__getitem__(part)

    def _is_begun_by(self, part: slice) -> bool:
        in_line = self.query.order_by == IN_LINE and self.query.standard_ordering
        is_whole = self._fields is None and self._result_cache is None  # type: ignore[attr-defined]
        return in_line and is_whole and part.step is None and 0 < (part.stop or 0) <= FIRST

    def _first(self, most: int) -> list[Any]:
        if not self.alone:
            return _longest(self, most)
        before = sorted(self.filter(pk__in=self.alone), key=_in_line)
        return [*before, *_longest(self.exclude(pk__in=self.alone), most - len(before))][:most]


def _longest(rows: Any, most: int) -> list[Any]:
    """The rows that wait longest, in this order."""
    asked = 2 * max(most, 0)
    apart = with_who_may_wait_since_before(rows, Q(has_baby=True)).order_by()
    moved = {case.pk: case for case in apart} if asked else {}
    while asked:
        oldest = list(rows.order_by("opened_on", "number")[:asked])
        known = moved | {case.pk: case for case in oldest}
        in_line = sorted(known.values(), key=_in_line)[:most]
        # Among those with the same day any may be the one with a small child.
        is_whole = len(oldest) < asked or in_line[-1].has_baby
        if is_whole or in_line[-1].waiting_since < oldest[-1].opened_on:
            return in_line
        asked *= 4
    return []


def _in_line(case: Any) -> tuple[bool, datetime.date, int, str]:
    return not case.has_baby, case.waiting_since, -case.small_born, case.number


def with_waiting(cases: CaseQuerySet, on: datetime.date) -> FamiliesInLine:
    """Adds `waiting_since` and `has_child_alone`.

    Children alone are few and slow to compute, so they are queried once, before the cases.
    """
    known = lone_children(on)
    children = children_alone(on).values("pk") if known is None else known
    alone = members_without_bed(on).filter(pk__in=children).order_by()
    found: tuple[uuid.UUID, ...] = ()
    if known != []:
        found = tuple(alone.values_list("case", flat=True))
    is_of_them = Case(When(pk__in=found, then=True), default=False) if found else Value(False)
    rows = waiting_since(cases, on).annotate(has_child_alone=is_of_them)
    line = FamiliesInLine(rows.model, rows.query, rows.db)
    line.alone = found
    return line
