"""Which cases somebody sees, and which rows hang on them."""

import datetime
import uuid
from collections.abc import Callable, Iterable
from typing import Any, NamedTuple, Self

from django.db.models import (
    BooleanField,
    Exists,
    F,
    Func,
    OuterRef,
    Prefetch,
    Q,
    QuerySet,
    Subquery,
)

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import AccessSource, access_sources, keys_seen, other_end
from casework.register.choices import CaseStatus, Relation
from vault.querysets import SealedQuerySet


class Reach(NamedTuple):
    """How far a permission carries somebody: permissions with equal reach see the same cases."""

    team_ids: frozenset[uuid.UUID]
    office_ids: frozenset[uuid.UUID]
    sources: tuple[AccessSource, ...]


def reach_of(user: User, permission: Permission) -> Reach:
    """The teams, whole offices and further sources through which `user` reaches cases."""
    return Reach(
        frozenset(user.team_ids(permission)),
        frozenset(user.office_ids(permission, whole_office=True)),
        tuple(source for source in access_sources if permission in source.permissions),
    )


class CaseQuerySet(SealedQuerySet):
    def reach(self, user: User, permission: Permission) -> Reach:
        """See `accounts.access.asking_once`."""
        return reach_of(user, permission)

    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        """Cases that `user` reaches with `permission`.

        Own teams, whole offices for roles that see all cases, what access sources grant within
        their scope; of restricted cases only those that name the user.
        """
        if not user.is_authenticated or not user.holds(permission):
            return self.none()
        reach = reach_of(user, permission)
        reached = Q(team__in=reach.team_ids) | Q(office__in=reach.office_ids)
        for source in reach.sources:
            reached |= Q(pk__in=source.case_ids(user))
        named = other_end(self, "named_access").filter(case=OuterRef("pk"), user=user)
        return self.filter(
            (Q(is_restricted=False) & reached)
            | (Q(is_restricted=True) & Exists(named.in_force(user.today())))
        )

    def open(self) -> Self:
        return self.filter(status=CaseStatus.OPEN)

    def with_people(self, day: datetime.date) -> Self:
        """Each case with its members of that day, and who they are, in `people_today`."""
        members = other_end(self, "members").on(day)
        return self.prefetch_related(
            Prefetch("members", members.select_related("individual"), to_attr="people_today")
        )

    def with_caseworker(self, day: datetime.date) -> Self:
        """Each case with the name of who looks after it that day in `caseworker_name`, or None."""
        held = other_end(self, "assignments").on(day)
        return self.annotate(
            caseworker_name=Subquery(
                held.filter(case=OuterRef("pk")).values("caseworker__full_name")[:1]
            )
        )


class OfCaseQuerySet(SealedQuerySet):
    """Rows that belong to a case through a field `case`."""

    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        return self.filter(case__in=keys_seen(other_end(self, "case"), user, permission))


class NamedAccessQuerySet(QuerySet[Any]):
    def in_force(self, on: datetime.date) -> Self:
        return self.filter(Q(until=None) | Q(until__gt=on))


class FamilyMemberQuerySet(OfCaseQuerySet):
    def on(self, day: datetime.date) -> Self:
        """Memberships that hold on that day; the day somebody leaves is the first without them."""
        return self.filter(Q(left_on=None) | Q(left_on__gt=day), joined_on__lte=day)

    def still_here(self) -> Self:
        """Memberships without an end, of people of whom no exit says that they left."""
        gone = other_end(self, "individual__exits").standing().values("individual")
        open_ended = self.filter(left_on=None, individual__erased_on=None)
        return open_ended.exclude(individual__in=gone)

    def lasting(self) -> Self:
        """Memberships of at least one day: what was undone begins and ends on the same one."""
        return self.filter(Q(left_on=None) | Q(left_on__gt=F("joined_on")))

    def latest_on(self, day: datetime.date) -> Self:
        """Each person's membership that holds that day or, for who is in no case, the last one.

        One that held on no day counts only for who has no other.
        """
        everyone: Any = self.model._default_manager
        later = everyone.filter(
            GreaterThan(_standing(F), _standing(OuterRef)),
            individual=OuterRef("individual"),
            joined_on__lte=day,
        )
        return self.filter(~Exists(later), joined_on__lte=day)


def _standing(reference: Callable[[str], Any]) -> Func:
    """By what one membership of a person comes after another: it held on a day, it began later."""
    held = Func(
        reference("left_on"),
        reference("joined_on"),
        template="(%(expressions)s)",
        arg_joiner=" IS DISTINCT FROM ",
        output_field=BooleanField(),
    )
    return Func(
        held,
        reference("joined_on"),
        reference("pk"),
        function="ROW",
        output_field=BooleanField(),
    )


def latest_of(memberships: Iterable[Any]) -> dict[Any, Any]:
    """By individual the latest of these memberships, fetched rows: `latest_on` in Python."""

    def standing(member: Any) -> tuple[bool, datetime.date, Any]:
        return member.left_on != member.joined_on, member.joined_on, member.pk

    return {member.individual_id: member for member in sorted(memberships, key=standing)}


class GreaterThan(Func):
    """Compares two rows of values, the first value first; usable as a filter."""

    template = "(%(expressions)s)"
    arg_joiner = " > "
    output_field = BooleanField()


class LegalReferralQuerySet(OfCaseQuerySet):
    def open(self) -> Self:
        return self.filter(ended_on=None)


def members_today(case: Any, day: datetime.date) -> Any:
    """Who belongs to the case that day, the principal first, with the individuals."""
    return (
        case.members.on(day)
        .select_related("individual")
        .annotate(is_principal=Q(relation_to_principal=Relation.PRINCIPAL))
        .order_by("-is_principal", "individual__number")
    )
