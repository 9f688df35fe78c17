"""Querysets of rows about a person, which are visible with the person's current case."""

import datetime
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import related_manager, visible_keys
from casework.exits.choices import OUT_OF_THE_COUNTRY
from casework.register.choices import ExitType
from casework.register.models.case import FamilyMember, with_last_case
from casework.register.models.exit import Exit
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet
from pages.lookups import among
from vault.querysets import SealedQuerySet


def of_the_dead(person: str) -> Exists:
    """Returns a condition: the person died, so that nothing is due or valid for them.

    `person` is the lookup path from the rows to the person.
    """
    deaths = Exit.objects.standing().filter(type=ExitType.DIED, individual=OuterRef(person))
    return Exists(deaths)


def gone_for_good(person: str) -> Exists:
    """Returns a condition: the person died or left the country, so that they make no claim.

    `person` is the lookup path from the rows to the person.
    """
    exits = Exit.objects.away().filter(type__in=OUT_OF_THE_COUNTRY, individual=OuterRef(person))
    return Exists(exits)


def with_case_followed(rows: Any, *, person: str = "individual", **case: Any) -> Any:
    """Annotates `of_case` as `with_last_case` does, because the procedure of people who left a case continues.

    Leaves out people who died, were erased, or never were in a case with these properties (`case`).
    """
    living = rows.exclude(of_the_dead(person)).filter(**{f"{person}__erased_on": None})
    return with_last_case(living, person=person, **case).exclude(of_case=None)


class OfPersonQuerySet(OfIndividualQuerySet):
    """Rows that follow the person into another case, for example when a family is split."""

    def of_case(self, case: Any, on: datetime.date) -> Self:
        """Returns rows of the people who are in the case on that day."""
        members = FamilyMember.objects.filter(case=case).on(on)
        return self.filter(individual__in=members.values("individual"))

    def followed_in(self, case: Any, on: datetime.date) -> Self:
        """Returns rows of the people in the case on that day, and of living former members who are in no other case."""
        members = FamilyMember.objects.filter(case=case)
        latest = members.marked_latest().exclude(of_the_dead("individual"))
        people = (members.on(on) | latest).order_by().values("individual")
        return self.filter(individual__in=people)

    def in_timeline_of(self, case: Any, on: datetime.date) -> Self:
        """Returns rows for the timeline of the case.

        These are rows of the people in the case on that day, and rows recorded in the case about people who are in no
        case that day. People in a new case take their rows with them.
        """
        members = FamilyMember.objects.on(on)
        is_member = among("individual", members.filter(case=case).values("individual"))
        has_case = Exists(members.filter(individual=OuterRef("individual")))
        return self.filter(Q(is_member) | Q(~has_case, case=case))


class LegalQuerySet(WithdrawableQuerySet):
    """Rows about a person that only legal officers read, and that can be withdrawn as a mistake."""

    read_with = Permission.EVIDENCE_READ


class BesideLegalQuerySet(SealedQuerySet):
    """Rows beside a row about a person: visible with that row, to which the foreign key `beside` of the model refers."""

    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        person = f"{self.model.beside}__individual"
        people = visible_keys(related_manager(self, person), user, permission)
        return self.filter(**{f"{person}__in": people})
