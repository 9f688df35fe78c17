"""Rows about a person: visibility follows the person's current case."""

import datetime
from typing import Any, Self

from django.db.models import Exists, OuterRef, Q

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen, other_end
from casework.exits.choices import OUT_OF_THE_COUNTRY
from casework.register.choices import ExitType
from casework.register.models.case import FamilyMember, with_last_case
from casework.register.models.exit import Exit
from casework.register.querysets.individual import OfIndividualQuerySet, WithdrawableQuerySet
from pages.lookups import among
from vault.querysets import SealedQuerySet


def of_the_dead(person: str) -> Exists:
    """For rows about the person at the lookup path `person`: whether the person died. Nothing is due or valid for
    them."""
    deaths = Exit.objects.standing().filter(type=ExitType.DIED, individual=OuterRef(person))
    return Exists(deaths)


def gone_for_good(person: str) -> Exists:
    """For rows about the person at the lookup path `person`: whether they died or left the country, where no claim is
    made."""
    exits = Exit.objects.away().filter(type__in=OUT_OF_THE_COUNTRY, individual=OuterRef(person))
    return Exists(exits)


def with_case_followed(rows: Any, *, person: str = "individual", **case: Any) -> Any:
    """Adds `of_case` as `with_last_case` does: the procedure of people who left a case continues.

    Excludes people who died, were erased, or never were in such a case."""
    living = rows.exclude(of_the_dead(person)).filter(**{f"{person}__erased_on": None})
    return with_last_case(living, person=person, **case).exclude(of_case=None)


class OfPersonQuerySet(OfIndividualQuerySet):
    """Rows that follow the person, also when a family is split."""

    def of_case(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people who are in the case on that day."""
        members = FamilyMember.objects.filter(case=case).on(on)
        return self.filter(individual__in=members.values("individual"))

    def followed_in(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people in the case on that day, and of living former members who are in no other case."""
        members = FamilyMember.objects.filter(case=case)
        left = members.marked_latest().exclude(of_the_dead("individual"))
        people = (members.on(on) | left).order_by().values("individual")
        return self.filter(individual__in=people)

    def told_in(self, case: Any, on: datetime.date) -> Self:
        """Rows of the people in the case on that day, and rows recorded in it of people who are in no case.

        People who died or left stay in the story of the case; people in a new case take their rows with them."""
        here = FamilyMember.objects.on(on)
        in_the_case = among("individual", here.filter(case=case).values("individual"))
        in_any = Exists(here.filter(individual=OuterRef("individual")))
        return self.filter(Q(in_the_case) | Q(~in_any, case=case))


class LegalQuerySet(WithdrawableQuerySet):
    """Rows about a person that only legal officers read, and that can be withdrawn as a mistake."""

    read_with = Permission.EVIDENCE_READ


class BesideLegalQuerySet(SealedQuerySet):
    """Answers to such a row, which the model's `beside` field refers to: visible with that row."""

    def visible_to(self, user: User, permission: Permission = Permission.EVIDENCE_READ) -> Self:
        person = f"{self.model.beside}__individual"
        people = keys_seen(other_end(self, person), user, permission)
        return self.filter(**{f"{person}__in": people})
