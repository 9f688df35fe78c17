"""How many visible people are present: arrivals minus exits plus returns; and people whose exit may be missing."""

import datetime
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.exits.returns import returns_without_case
from casework.exits.rules import Presence, presence
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, non_name_fields
from casework.register.querysets.case import FamilyMemberQuerySet
from casework.register.querysets.individual import IndividualQuerySet
from pages.questions import PLACEHOLDER, cached_rows, kept_count

# If at most this number of cases do not count, their members are subtracted from the count of all members.
FEW_OTHERS = 1000


def _latest_of_records(user: User) -> FamilyMemberQuerySet:
    """The latest membership of every record, in visible cases that were not opened by mistake."""
    cases = Case.objects.visible_to(user, Permission.EXIT_RECORD)
    rows: FamilyMemberQuerySet = FamilyMember.objects.marked_latest().filter(
        case__in=cases.exclude(end_reason=EndReason.DUPLICATE).values("pk")
    )
    return rows


def _latest_of_people(user: User) -> FamilyMemberQuerySet:
    """The latest membership of every person, as `_latest_of_records` without merged records."""
    rows: FamilyMemberQuerySet = _latest_of_records(user).filter(individual__merged_into=None)
    return rows


def presence_visible_to(user: User, on: datetime.date) -> Presence:
    """Returns how many of the visible people arrived, left and came back until the end of that day.

    People without a logged arrival count from the day on which they joined a case.
    """
    number, joined_later = _members_visible_to(user, on)
    number -= kept_count(_merged_records, user)
    arrive_later = cached_rows(_arriving_later, user, on)
    # Only for people who may have come after that day is the arrival looked up; they are few.
    if uncertain := {*joined_later, *arrive_later}:
        number -= kept_count(_arrived_later, user, on, values={PLACEHOLDER: list(uncertain)})
    return presence({on: number}, cached_rows(_absences, user), on)


def _members_visible_to(user: User, on: datetime.date) -> tuple[int, list[Any]]:
    """Returns the number of `_latest_of_records` memberships, and the keys of people who joined after that day.

    Merged records are included, because excluding them takes as long as the count. For users who see nearly all cases,
    the members of the other cases are subtracted, instead of checking each membership; the keys then include theirs.
    """
    excluded_cases = cached_rows(_excluded_cases, user, FEW_OTHERS + 1)
    if len(excluded_cases) > FEW_OTHERS:
        ((_is_latest, number, joined_later),) = cached_rows(_numbers_visible_to, user, on) or [
            (True, 0, None)
        ]
        return number, joined_later or []
    # This query is not cached: with placeholders for columns the count takes twice as long.
    numbers = FamilyMember.objects.marked_latest().aggregate(**_numbers(on))
    number = numbers["number"] - (
        kept_count(_members_of_cases, values={PLACEHOLDER: excluded_cases}) if excluded_cases else 0
    )
    return number, numbers["later"] or []


def _excluded_cases(user: User, most: int) -> Any:
    """Returns at most `most` cases that the user does not see or that were opened by mistake."""
    is_visible = Case.objects.seen_by(user, Permission.EXIT_RECORD)
    rows = Case.objects.filter(~is_visible | Q(end_reason=EndReason.DUPLICATE))
    return rows.order_by().values_list("pk", flat=True)[:most]


def _members_of_cases() -> Any:
    return FamilyMember.objects.marked_latest().filter(case__in=[PLACEHOLDER])


def _numbers_visible_to(user: User, on: datetime.date) -> Any:
    """Returns one row with the numbers, because `is_latest`, by which it groups, is true in every row."""
    return _latest_of_records(user).order_by().values_list("is_latest").annotate(**_numbers(on))


def _numbers(on: datetime.date) -> dict[str, Any]:
    joined_later = ArrayAgg("individual", filter=Q(joined_on__gt=on))
    return {"number": Count("pk"), "later": joined_later}


def _merged_records(user: User) -> Any:
    return _latest_of_records(user).filter(individual__merged_into__isnull=False)


def _arriving_later(user: User, on: datetime.date) -> Any:
    rows = _latest_of_people(user).filter(individual__arrival__on__gt=on)
    return rows.order_by().values_list("individual", flat=True)


def _arrived_later(user: User, on: datetime.date) -> Any:
    first_memberships = FamilyMember.objects.filter(individual=OuterRef("individual")).order_by(
        "joined_on"
    )
    came_on = Coalesce(
        "individual__arrival__on", Subquery(first_memberships.values("joined_on")[:1])
    )
    memberships = _latest_of_people(user).filter(individual__in=[PLACEHOLDER])
    return memberships.alias(came_on=came_on).filter(came_on__gt=on)


def _absences(user: User) -> Any:
    exits = Exit.objects.standing().filter(
        individual__in=_latest_of_people(user).values("individual")
    )
    return exits.order_by().values_list("on", "back_on").annotate(number=Count("pk"))


def first_unaccounted_people(user: User, on: datetime.date, number: int) -> list[Individual]:
    """Returns the first `number` people of `unaccounted_people`, with their names."""
    return cached_rows(_first_unaccounted_rows, user, on, number)


def _first_unaccounted_rows(user: User, on: datetime.date, number: int) -> Any:
    return unaccounted_people(user, on).defer(*non_name_fields())[:number]


def unaccounted_people(user: User, on: datetime.date) -> IndividualQuerySet:
    """Returns people who count as present but belong to no open case; a user should record whether they left.

    `returns_without_case_visible_to` lists the people who came back and have no case.
    """
    # These are nearly all people, so a single list is faster than a check of each person.
    supported = FamilyMember.objects.on(on).filter(case__status=CaseStatus.OPEN)
    exits = Exit.objects.away().filter(individual=OuterRef("pk"))
    rows = Individual.objects.filter(
        ~Q(pk__in=supported.order_by().values("individual")),
        ~Exists(exits),
        ~Exists(returns_without_case().filter(individual=OuterRef("pk"))),
        pk__in=_latest_of_people(user).values("individual"),
        erased_on=None,
    )
    ordered: IndividualQuerySet = rows.order_by("number")
    return ordered


def returns_without_case_visible_to(
    user: User, permission: Permission = Permission.EXIT_RECORD
) -> list[Exit]:
    """Returns the exits of visible people who came back and have no case, with their names."""
    rows = returns_without_case().filter(
        individual__in=visible_keys(Individual.objects, user, permission)
    )
    return list(rows.select_related("individual", "case").order_by("back_on"))
