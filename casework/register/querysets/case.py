"""Querysets of cases, of memberships, and of rows that are visible with a case."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any, Self

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
from django.db.models.functions import JSONArray, JSONObject

from accounts.access import cached_per_request
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from casework.register.choices import CaseStatus, Relation
from casework.register.querysets.reach import Reach, reach_of
from vault.querysets import SealedQuerySet


class CaseQuerySet(SealedQuerySet):
    def reach(self, user: User, permission: Permission) -> Reach:
        """See `accounts.access.cached_permissions`."""
        return reach_of(user, permission)

    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        """Returns cases that `user` may see with `permission`: through teams, offices and access sources.

        Of restricted cases, returns only those with a NamedAccess of the user.
        """
        return self.filter(self.seen_by(user, permission))

    def seen_by(self, user: User, permission: Permission) -> Q:
        """Returns the condition of `visible_to`, for combining with other conditions."""
        if not user.is_authenticated or not user.holds(permission):
            return Q(pk__in=[])
        reach = reach_of(user, permission)
        reached: Q = Q(team__in=reach.team_ids) | Q(office__in=reach.office_ids)
        for source in reach.sources:
            reached |= Q(source.reached_by(user))
        named = related_manager(self, "named_access").filter(case=OuterRef("pk"), user=user)
        is_named = Q(Exists(named.in_force(user.today())))
        return Q(is_restricted=False) & reached | Q(is_restricted=True) & is_named

    def open(self) -> Self:
        return self.filter(status=CaseStatus.OPEN)

    def with_people(self, day: datetime.date, *, unread: Iterable[str] = ()) -> Self:
        """Fetches the members of that day with their person into `people_today`; defers the fields `unread`."""
        members = (
            related_manager(self, "members").on(day).select_related("individual").defer(*unread)
        )
        return self.prefetch_related(Prefetch("members", members, to_attr="people_today"))

    def with_caseworker(self, day: datetime.date) -> Self:
        """Annotates `caseworker_name`: the name of the caseworker of that day, or None."""
        assignments = related_manager(self, "assignments").on(day)
        return self.annotate(
            caseworker_name=Subquery(
                assignments.filter(case=OuterRef("pk")).values("caseworker__full_name")[:1]
            )
        )


class OfCaseQuerySet(SealedQuerySet):
    """Rows with a foreign key `case`. They are visible to users who hold the permission `read_with` for the case."""

    read_with = Permission.CASE_READ

    def visible_to(self, user: User, permission: Permission | None = None) -> Self:
        cases = related_manager(self, "case")
        return self.filter(case__in=visible_keys(cases, user, permission or self.read_with))


class NamedAccessQuerySet(QuerySet[Any]):
    def in_force(self, on: datetime.date) -> Self:
        return self.filter(Q(until=None) | Q(until__gt=on))


class FamilyMemberQuerySet(OfCaseQuerySet):
    def on(self, day: datetime.date) -> Self:
        """Returns memberships that include that day; `left_on` is the first day after a membership."""
        return self.filter(Q(left_on=None) | Q(left_on__gt=day), joined_on__lte=day)

    def here_on(self, day: datetime.date) -> Self:
        """Returns memberships on that day, without people who are away: the last to leave a family stays its member."""
        exits = related_manager(self, "individual__exits")
        return self.on(day)._without(exits.away_on(day))

    def still_here(self) -> Self:
        """Returns open memberships of people who are not away by an exit."""
        return self.filter(left_on=None)._without(related_manager(self, "individual__exits").away())

    def _without(self, exits: Any) -> Self:
        who = OuterRef("individual")
        erased = related_manager(self, "individual").filter(erased_on__isnull=False)
        return self.filter(~Exists(exits.filter(individual=who)), ~Exists(erased.filter(pk=who)))

    def non_empty(self) -> Self:
        """Returns memberships of at least one day. An undone membership ends on its first day."""
        return self.filter(Q(left_on=None) | Q(left_on__gt=F("joined_on")))

    def not_undone(self) -> Self:
        """Returns memberships that were not undone, also of people who came and left within a day."""
        return self.with_not_undone().filter(was_not_undone=True)

    def with_not_undone(self) -> Self:
        """Annotates the boolean `was_not_undone`."""
        lasted = Q(left_on=None) | Q(left_on__gt=F("joined_on"))
        end = JSONObject(left_on=OuterRef("left_on"))
        return self.annotate(was_not_undone=Q(lasted | Q(Exists(self.steps_of_each(after=end)))))

    def steps_of_each(self, **values: Any) -> Any:
        """Returns FamilyChanges, not undone, whose `moved` has the outer query's membership with these `values`."""
        steps = related_manager(self, "case__family_changes").filter(
            Q(case=OuterRef("case")) | Q(other_case=OuterRef("case")),
            moved__contains=JSONArray(JSONObject(member=OuterRef("pk"), **values)),
            undone_at=None,
        )
        return steps.order_by("-at")

    def latest_on(self, day: datetime.date) -> Self:
        """Returns each person's membership on that day or, without one, the last one.

        A membership of zero days is returned only if the person has no other.
        """
        everyone: Any = self.model._default_manager
        later = everyone.filter(
            GreaterThan(_sort_key(F), _sort_key(OuterRef)),
            individual=OuterRef("individual"),
            joined_on__lte=day,
        )
        return self.filter(~Exists(later), joined_on__lte=day)

    def marked_latest(self) -> Self:
        """Returns each person's current or last membership, from the column that a trigger sets.

        Equal to `latest_on` of today, because nobody joins a family in the future.
        """
        return self.filter(is_latest=True)

    def latest_seen_by(self, user: User, permission: Permission) -> Self:
        """Returns latest memberships whose case the user may see; who may see that case may see the person."""
        cases = visible_keys(related_manager(self, "case"), user, permission)
        return self.marked_latest().filter(case__in=cases)


def _sort_key(reference: Callable[[str], Any]) -> Func:
    """Returns the sort key of one person's memberships: first those of zero days, then by first day and key."""
    lasted = Func(
        reference("left_on"),
        reference("joined_on"),
        template="(%(expressions)s)",
        arg_joiner=" IS DISTINCT FROM ",
        output_field=BooleanField(),
    )
    return Func(
        lasted,
        reference("joined_on"),
        reference("pk"),
        function="ROW",
        output_field=BooleanField(),
    )


def latest_of(memberships: Iterable[Any]) -> dict[Any, Any]:
    """Returns the latest of these fetched memberships, by key of the individual; same order as `latest_on`."""

    def sort_key(member: Any) -> tuple[bool, datetime.date, Any]:
        return member.left_on != member.joined_on, member.joined_on, member.pk

    return {member.individual_id: member for member in sorted(memberships, key=sort_key)}


class GreaterThan(Func):
    """Compares two row values, as a filter."""

    template = "(%(expressions)s)"
    arg_joiner = " > "
    output_field = BooleanField()


class LegalReferralQuerySet(OfCaseQuerySet):
    def open(self) -> Self:
        return self.filter(ended_on=None)


def family_today(case: Any, user: User) -> list[Any]:
    """Returns the members of the case today, the principal first; uses `people_today` if it was fetched."""
    fetched = vars(case).get("people_today")
    members = _members(case, user.today()) if fetched is None else fetched
    return sorted(
        members,
        key=lambda member: (
            member.relation_to_principal != Relation.PRINCIPAL,
            member.individual.number,
        ),
    )


def is_emptied(case: Any, user: User) -> bool:
    """Whether the case is open but has no members. Then open matters may be finished, but nothing new started."""
    return case.is_open and not family_today(case, user)


def people_today(case: Any, user: User) -> list[Any]:
    return [member.individual for member in family_today(case, user)]


def with_people_of(rows: Iterable[Any], people: Iterable[Any]) -> list[Any]:
    """Sets `individual` on each row, from `people` or else with one query, and returns the rows as a list."""
    people_by_key = {person.pk: person for person in people}
    all_rows = list(rows)
    if others := {row.individual_id for row in all_rows} - {*people_by_key, None}:
        people_by_key |= related_manager(type(all_rows[0]).objects, "individual").in_bulk(others)
    for row in all_rows:
        row.individual = people_by_key.get(row.individual_id)
    return all_rows


@cached_per_request
def _members(case: Any, day: datetime.date) -> list[Any]:
    return list(members_today(case, day))


def members_today(case: Any, day: datetime.date) -> Any:
    """Returns the members of the case that day, the principal first, with their individuals."""
    return (
        case.members.on(day)
        .select_related("individual")
        .annotate(is_principal=Q(relation_to_principal=Relation.PRINCIPAL))
        .order_by("-is_principal", "individual__number")
    )
