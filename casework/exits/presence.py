"""Who of those in sight is still here: arrivals less exits."""

import datetime
from typing import Any

from django.contrib.postgres.aggregates import ArrayAgg
from django.db.models import Count, Exists, OuterRef, Q, Subquery
from django.db.models.functions import Coalesce

from accounts.models import User
from accounts.permissions import Permission
from casework.exits.rules import Presence, presence
from casework.register.choices import CaseStatus, EndReason
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual, beside_names
from casework.register.querysets.case import FamilyMemberQuerySet
from casework.register.querysets.individual import IndividualQuerySet
from pages.questions import ANY_KEY, kept_count, kept_rows


def _latest(user: User) -> FamilyMemberQuerySet:
    """The latest membership of every record in a case that `user` sees, less those of cases that were opened by
    mistake: nobody came with them."""
    cases = Case.objects.visible_to(user, Permission.EXIT_RECORD)
    rows: FamilyMemberQuerySet = FamilyMember.objects.marked_latest().filter(
        case__in=cases.exclude(end_reason=EndReason.DUPLICATE).values("pk")
    )
    return rows


def _who_came(user: User) -> FamilyMemberQuerySet:
    """The same of people; a record that was merged into another one is none."""
    rows: FamilyMemberQuerySet = _latest(user).filter(individual__merged_into=None)
    return rows


def presence_in_sight(user: User, on: datetime.date) -> Presence:
    """Arrivals less exits among the people whom `user` sees (F60). Who arrived unlogged counts from joining a case."""
    ((_is_latest, number, joined_later),) = kept_rows(_in_sight, user, on) or [(True, 0, None)]
    number -= kept_count(_merged, user)
    arrive_later = kept_rows(_arriving_later, user, on)
    # Hardly anybody: of all others nobody asks for the day on which they came.
    if doubtful := {*(joined_later or ()), *arrive_later}:
        number -= kept_count(_came_later, on, values={ANY_KEY: list(doubtful)})
    return presence({on: number}, dict(kept_rows(_left, user)), on)


def _in_sight(user: User, on: datetime.date) -> Any:
    """In one row how many there are, and who joined after that day. Merged records are among them: to look for them
    among everybody takes as long as the count."""
    rows = _latest(user).order_by().values_list("is_latest")
    return rows.annotate(
        number=Count("pk"), later=ArrayAgg("individual", filter=Q(joined_on__gt=on))
    )


def _merged(user: User) -> Any:
    return _latest(user).filter(individual__merged_into__isnull=False)


def _arriving_later(user: User, on: datetime.date) -> Any:
    rows = _who_came(user).filter(individual__arrival__on__gt=on)
    return rows.order_by().values_list("individual", flat=True)


def _came_later(on: datetime.date) -> Any:
    first = FamilyMember.objects.filter(individual=OuterRef("individual")).order_by("joined_on")
    came_on = Coalesce("individual__arrival__on", Subquery(first.values("joined_on")[:1]))
    doubtful = FamilyMember.objects.marked_latest().filter(individual__in=[ANY_KEY])
    return (
        doubtful.filter(individual__merged_into=None).alias(came_on=came_on).filter(came_on__gt=on)
    )


def _left(user: User) -> Any:
    exits = Exit.objects.standing().filter(individual__in=_who_came(user).values("individual"))
    return exits.order_by().values_list("on").annotate(number=Count("pk"))


def first_unaccounted(user: User, on: datetime.date, number: int) -> list[Individual]:
    """The first of `unaccounted_in_sight`, with their names."""
    return kept_rows(_first_unaccounted, user, on, number)


def _first_unaccounted(user: User, on: datetime.date, number: int) -> Any:
    return unaccounted_in_sight(user, on).defer(*beside_names())[:number]


def unaccounted_in_sight(user: User, on: datetime.date) -> IndividualQuerySet:
    """People who are counted as present but belong to no open case: somebody should say whether they left."""
    members = FamilyMember.objects.on(on).filter(individual=OuterRef("pk"))
    gone = Exit.objects.standing().filter(individual=OuterRef("pk"))
    rows = Individual.objects.filter(
        ~Exists(members.filter(case__status=CaseStatus.OPEN)),
        ~Exists(gone),
        pk__in=_who_came(user).values("individual"),
        erased_on=None,
    )
    in_order: IndividualQuerySet = rows.order_by("number")
    return in_order
