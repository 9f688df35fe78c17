"""Which cases somebody sees, and which rows hang on them."""

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

from accounts.access import once
from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from casework.register.choices import CaseStatus, Relation
from casework.register.querysets.reach import Reach, reach_of
from vault.querysets import SealedQuerySet


class CaseQuerySet(SealedQuerySet):
    def reach(self, user: User, permission: Permission) -> Reach:
        """See `accounts.access.asking_once`."""
        return reach_of(user, permission)

    def visible_to(self, user: User, permission: Permission = Permission.CASE_READ) -> Self:
        """Cases that `user` reaches with `permission`: of own teams, of whole offices for roles that see all cases, and what
        access sources grant within their scope; of restricted cases only those that name the user."""
        return self.filter(self.seen_by(user, permission))

    def seen_by(self, user: User, permission: Permission) -> Q:
        """The condition of it, for who asks for all others."""
        if not user.is_authenticated or not user.holds(permission):
            return Q(pk__in=[])
        reach = reach_of(user, permission)
        reached: Q = Q(team__in=reach.team_ids) | Q(office__in=reach.office_ids)
        for source in reach.sources:
            reached |= Q(source.reached_by(user))
        named = other_end(self, "named_access").filter(case=OuterRef("pk"), user=user)
        is_named = Q(Exists(named.in_force(user.today())))
        return Q(is_restricted=False) & reached | Q(is_restricted=True) & is_named

    def open(self) -> Self:
        return self.filter(status=CaseStatus.OPEN)

    def with_people(self, day: datetime.date, *, unread: Iterable[str] = ()) -> Self:
        """Each case with its members of that day, and who they are, in `people_today`; without the fields `unread`."""
        members = other_end(self, "members").on(day).select_related("individual").defer(*unread)
        return self.prefetch_related(Prefetch("members", members, to_attr="people_today"))

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

    def here_on(self, day: datetime.date) -> Self:
        """The same of who is not away on that day, as an exit says: the last that leaves a family stays its member."""
        exits = other_end(self, "individual__exits")
        return self.on(day)._without(exits.away_on(day))

    def still_here(self) -> Self:
        """Memberships without an end, of people of whom no exit says that they are away."""
        return self.filter(left_on=None)._without(other_end(self, "individual__exits").away())

    def _without(self, gone: Any) -> Self:
        who = OuterRef("individual")
        erased = other_end(self, "individual").filter(erased_on__isnull=False)
        return self.filter(~Exists(gone.filter(individual=who)), ~Exists(erased.filter(pk=who)))

    def lasting(self) -> Self:
        """Memberships of at least one day: what was undone begins and ends on the same one, as what `that_held` for hours."""
        return self.filter(Q(left_on=None) | Q(left_on__gt=F("joined_on")))

    def that_held(self) -> Self:
        """Those that lasted, and those of who came and went within one day: nobody undid the step that ended them."""
        return self.with_held().filter(has_held=True)

    def with_held(self) -> Self:
        """Adds `has_held`, as `that_held` asks."""
        lasted = Q(left_on=None) | Q(left_on__gt=F("joined_on"))
        left = JSONObject(left_on=OuterRef("left_on"))
        return self.annotate(has_held=Q(lasted | Q(Exists(self.steps_of_each(after=left)))))

    def steps_of_each(self, **said: Any) -> Any:
        """The steps of a family that stand and moved the membership of the query around, which `said` this."""
        steps = other_end(self, "case__family_changes").filter(
            Q(case=OuterRef("case")) | Q(other_case=OuterRef("case")),
            moved__contains=JSONArray(JSONObject(member=OuterRef("pk"), **said)),
            undone_at=None,
        )
        return steps.order_by("-at")

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

    def marked_latest(self) -> Self:
        """Each person's membership of today or, for who is in no case, the last one: as the database marks it.

        The same as `latest_on` of today, for nobody joins a family on a day to come.
        """
        return self.filter(is_latest=True)

    def latest_seen_by(self, user: User, permission: Permission) -> Self:
        """The latest membership of everybody whom `user` sees: who sees its case sees the person."""
        cases = keys_seen(other_end(self, "case"), user, permission)
        return self.marked_latest().filter(case__in=cases)


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


def family_today(case: Any, user: User) -> list[Any]:
    """Who belongs to the case today, the principal first: as `with_people` fetched it, else once for a page."""
    fetched = vars(case).get("people_today")
    members = _members(case, user.today()) if fetched is None else fetched
    return sorted(
        members,
        key=lambda member: (
            member.relation_to_principal != Relation.PRINCIPAL,
            member.individual.number,
        ),
    )


def has_emptied(case: Any, user: User) -> bool:
    """Whether an open case has nobody any more: what stands open in it is finished, and nothing is begun."""
    return case.is_open and not family_today(case, user)


def people_today(case: Any, user: User) -> list[Any]:
    """The individuals of `family_today`."""
    return [member.individual for member in family_today(case, user)]


def with_people_of(rows: Iterable[Any], people: Iterable[Any]) -> list[Any]:
    """The rows, each with its `individual`: one of these people, who were fetched already, or fetched with the others."""
    known = {person.pk: person for person in people}
    found = list(rows)
    if others := {row.individual_id for row in found} - {*known, None}:
        known |= other_end(type(found[0]).objects, "individual").in_bulk(others)
    for row in found:
        row.individual = known.get(row.individual_id)
    return found


@once
def _members(case: Any, day: datetime.date) -> list[Any]:
    return list(members_today(case, day))


def members_today(case: Any, day: datetime.date) -> Any:
    """Who belongs to the case that day, the principal first, with the individuals."""
    return (
        case.members.on(day)
        .select_related("individual")
        .annotate(is_principal=Q(relation_to_principal=Relation.PRINCIPAL))
        .order_by("-is_principal", "individual__number")
    )
