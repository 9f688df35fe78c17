"""Whom a line is about: the name first, then the number in small type. Only of people whom the user may see."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import keys_seen
from casework.exits.words import name_with_exit
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import as_exit, how_they_left
from pages.questions import ANY_KEY, kept_rows


@dataclass(frozen=True)
class Name:
    """A person, or a family by its head and how many are with them; an alias for people who asked for anonymity."""

    shown: str
    number: str
    case_number: str
    person_number: str = ""

    @property
    def small(self) -> str:
        """The number to show after the name; empty if the number is the name."""
        return "" if self.number == self.shown else self.number


class Names:
    """The names of these cases and of the people in them, fetched together."""

    def __init__(self, user: User, case_ids: Iterable[UUID | None], day: datetime.date) -> None:
        wanted = {case_id for case_id in case_ids if case_id}
        self._cases: dict[UUID, Any] = {}
        if wanted:
            for member in kept_rows(_members, user, day, values={ANY_KEY: list(wanted)}):
                case = self._case(member.case)
                (case.people_today if member.is_on(day) else case.people_gone).append(member)
            if without := wanted - self._cases.keys():
                for case in kept_rows(_in_sight, user, values={ANY_KEY: list(without)}):
                    self._case(case)

    def _case(self, case: Any) -> Any:
        known = self._cases.setdefault(case.pk, case)
        if known is case:
            case.people_today, case.people_gone = [], []
        return known

    def of(
        self,
        case_id: UUID | None,
        person_id: UUID | None = None,
        *,
        only: Collection[UUID] = (),
    ) -> Name | None:
        """The person's name, also of one who left the family; else the name of the family, or of its members in `only`.

        None for a case out of sight. Says so if the person left the programme. If they are in another family now, returns
        the number of the case: the line is about none of its current members.
        """
        case = self._cases.get(case_id) if case_id else None
        if case is None:
            return None
        for member in (*case.people_today, *case.people_gone):
            if member.individual_id == person_id:
                person = member.individual
                return Name(_with_exit(member), person.number, case.number, person.number)
        if person_id:
            return Name(case.number, case.number, case.number)
        people = self.people(case_id, only)
        if len(case.people_today) == 1:
            return Name(_with_exit(case.people_today[0]), case.number, case.number)
        if len(people) == len(case.people_today):
            return Name(family_name(case), case.number, case.number)
        first = case.principal if case.principal in people else people[0]
        shown = _and_more(first.display_name, len(people) - 1)
        return Name(shown, case.number, case.number)

    def people(self, case_id: UUID | None, only: Collection[UUID] = ()) -> list[Any]:
        """Current members of the family; only those in `only`, where the line is not about all of them."""
        case = self._cases.get(case_id) if case_id else None
        everybody = [member.individual for member in case.people_today] if case else []
        return [person for person in everybody if person.pk in only] or everybody


def _in_sight(user: User) -> Any:
    seen = keys_seen(Case.objects, user, Permission.CASE_CARD)
    return Case.objects.filter(pk__in=[ANY_KEY]).filter(pk__in=seen).order_by()


def _members(user: User, day: datetime.date) -> Any:
    """Visible current and latest members, as `with_people` fetches them, with their cases and exits."""
    seen = keys_seen(Case.objects, user, Permission.CASE_CARD)
    members = FamilyMember.objects.on(day) | FamilyMember.objects.marked_latest()
    members = members.select_related("individual", "case").annotate(
        left_us=how_they_left("individual")
    )
    return members.filter(case__in=[ANY_KEY]).filter(case__in=seen)


def _with_exit(member: Any) -> str:
    return name_with_exit(member.individual.display_name, as_exit(member.left_us))


def family_name(case: Case) -> str:
    """`Leonel Torrealba and 4 more`. Call after `with_people`."""
    return _and_more(case.display_name, len(case.people_today) - 1)


def _and_more(name: str, others: int) -> str:
    if others < 1:
        return name
    return ngettext("%(name)s and %(number)d more", "%(name)s and %(number)d more", others) % {
        "name": name,
        "number": others,
    }
