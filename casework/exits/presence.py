"""Which visible people are present: arrivals minus exits plus returns."""

import datetime
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.exits.returned import in_no_case
from casework.exits.rules import Presence, presence
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, all_but_names
from casework.register.querysets.case import FamilyMemberQuerySet
from casework.register.querysets.individual import IndividualQuerySet
from pages.questions import ANY_KEY, kept_count, kept_rows

# Up to this number of cases that do not count, their members are subtracted from the count of everybody.
FEW_OTHERS = 1000


def _latest(user: User) -> FamilyMemberQuerySet:
    """The latest membership of every record in a case in the user's sight, without cases opened by mistake."""
    cases = Case.objects.visible_to(user, Permission.EXIT_RECORD)
    rows: FamilyMemberQuerySet = FamilyMember.objects.marked_latest().filter(
        case__in=cases.exclude(end_reason=EndReason.DUPLICATE).values("pk")
    )
    return rows


def _who_came(user: User) -> FamilyMemberQuerySet:
    """The same for people; records merged into another do not count."""
    rows: FamilyMemberQuerySet = _latest(user).filter(individual__merged_into=None)
    return rows


def presence_in_sight(user: User, on: datetime.date) -> Presence:
    """Arrivals minus exits plus returns, among the people in the user's sight.

    People without a logged arrival count from joining a case.
    """
    number, joined_later = _number_in_sight(user, on)
    number -= kept_count(_merged, user)
    arrive_later = kept_rows(_arriving_later, user, on)
    # Few: who may have come later, by the day of joining or of arrival. Only their arrival is looked up.
    if doubtful := {*joined_later, *arrive_later}:
        number -= kept_count(_came_later, user, on, values={ANY_KEY: list(doubtful)})
    return presence({on: number}, kept_rows(_left, user), on)


def _number_in_sight(user: User, on: datetime.date) -> tuple[int, list[Any]]:
    """The number of `_latest` memberships, and the keys of those who joined after that day.

    Merged records are included, because excluding them takes as long as the count. For users who see nearly all cases,
    members of the other cases are subtracted instead of checking each membership; the keys then include theirs.
    """
    others = kept_rows(_cases_not_counted, user, FEW_OTHERS + 1)
    if len(others) > FEW_OTHERS:
        ((_is_latest, number, later),) = kept_rows(_in_sight, user, on) or [(True, 0, None)]
        return number, later or []
    # Compiled each time: as a cached query with a column placeholder the count takes twice as long.
    found = FamilyMember.objects.marked_latest().aggregate(**_numbers(on))
    number = found["number"] - (
        kept_count(_members_of_cases, values={ANY_KEY: others}) if others else 0
    )
    return number, found["later"] or []


def _cases_not_counted(user: User, most: int) -> Any:
    """Cases that do not count, because the user does not see them or they were opened by mistake; at most `most`."""
    seen = Case.objects.seen_by(user, Permission.EXIT_RECORD)
    rows = Case.objects.filter(~seen | Q(end_reason=EndReason.DUPLICATE))
    return rows.order_by().values_list("pk", flat=True)[:most]


def _members_of_cases() -> Any:
    return FamilyMember.objects.marked_latest().filter(case__in=[ANY_KEY])


def _in_sight(user: User, on: datetime.date) -> Any:
    """As one row: `is_latest` is true in all of them, so they are one group."""
    return _latest(user).order_by().values_list("is_latest").annotate(**_numbers(on))


def _numbers(on: datetime.date) -> dict[str, Any]:
    later = ArrayAgg("individual", filter=Q(joined_on__gt=on))
    return {"number": Count("pk"), "later": later}


def _merged(user: User) -> Any:
    return _latest(user).filter(individual__merged_into__isnull=False)


def _arriving_later(user: User, on: datetime.date) -> Any:
    rows = _who_came(user).filter(individual__arrival__on__gt=on)
    return rows.order_by().values_list("individual", flat=True)


def _came_later(user: User, on: datetime.date) -> Any:
    first = FamilyMember.objects.filter(individual=OuterRef("individual")).order_by("joined_on")
    came_on = Coalesce("individual__arrival__on", Subquery(first.values("joined_on")[:1]))
    doubtful = _who_came(user).filter(individual__in=[ANY_KEY])
    return doubtful.alias(came_on=came_on).filter(came_on__gt=on)


def _left(user: User) -> Any:
    exits = Exit.objects.standing().filter(individual__in=_who_came(user).values("individual"))
    return exits.order_by().values_list("on", "back_on").annotate(number=Count("pk"))


def first_unaccounted(user: User, on: datetime.date, number: int) -> list[Individual]:
    """The first of `unaccounted_in_sight`, with their names."""
    return kept_rows(_first_unaccounted, user, on, number)


def _first_unaccounted(user: User, on: datetime.date, number: int) -> Any:
    return unaccounted_in_sight(user, on).defer(*all_but_names())[:number]


def unaccounted_in_sight(user: User, on: datetime.date) -> IndividualQuerySet:
    """People who count as present but belong to no open case: somebody should record whether they left.

    Returned people who were not taken in are listed by `returned_in_sight`.
    """
    # Matches nearly everybody, so it is looked up once instead of per person.
    supported = FamilyMember.objects.on(on).filter(case__status=CaseStatus.OPEN)
    gone = Exit.objects.away().filter(individual=OuterRef("pk"))
    rows = Individual.objects.filter(
        ~Q(pk__in=supported.order_by().values("individual")),
        ~Exists(gone),
        ~Exists(in_no_case().filter(individual=OuterRef("pk"))),
        pk__in=_who_came(user).values("individual"),
        erased_on=None,
    )
    in_order: IndividualQuerySet = rows.order_by("number")
    return in_order


def returned_in_sight(user: User, permission: Permission = Permission.EXIT_RECORD) -> list[Exit]:
    """The exits of returned people without a case, in the user's sight; with their names."""
    rows = in_no_case().filter(individual__in=keys_seen(Individual.objects, user, permission))
    return list(rows.select_related("individual", "case").order_by("back_on"))
