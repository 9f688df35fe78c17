"""The name of the person or family that a line is about. Only of cases that the user may see."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.utils.translation import ngettext

from accounts.models import User
from accounts.permissions import Permission
from accounts.sight import visible_keys
from casework.exits.words import name_with_exit
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import as_exit, how_they_left
from pages.questions import PLACEHOLDER, cached_rows


@dataclass(frozen=True)
class Name:
    """The name and the numbers of a person or family.

    A family has the name of its head and the number of the others. People who asked for anonymity have their alias.
    """

    shown: str
    number: str
    case_number: str
    person_number: str = ""

    @property
    def small(self) -> str:
        """The number to show after the name; empty if the number is shown instead of the name."""
        return "" if self.number == self.shown else self.number


class Names:
    """The names of these cases and of the people in them, fetched with one or two queries."""

    def __init__(self, user: User, case_ids: Iterable[UUID | None], day: datetime.date) -> None:
        wanted = {case_id for case_id in case_ids if case_id}
        self._cases: dict[UUID, Any] = {}
        if wanted:
            for member in cached_rows(_members, user, day, values={PLACEHOLDER: list(wanted)}):
                case = self._case(member.case)
                (case.people_today if member.is_on(day) else case.people_gone).append(member)
            if without := wanted - self._cases.keys():
                for case in cached_rows(_visible_cases, user, values={PLACEHOLDER: list(without)}):
                    self._case(case)

    def _case(self, case: Any) -> Any:
        """The one object for this case that collects its members."""
        entry = self._cases.setdefault(case.pk, case)
        if entry is case:
            case.people_today, case.people_gone = [], []
        return entry

    def of(
        self,
        case_id: UUID | None,
        person_id: UUID | None = None,
        *,
        only: Collection[UUID] = (),
    ) -> Name | None:
        """The name of the person, or without a person of the family; with `only` of these members of the family.

        Returns None for a case that the user may not see. The name of somebody who left the programme says so. If the
        person is in no membership of the case that is known, the name is the number of the case: the line is about none
        of its members.
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
        """The current members of the family that are in `only`; all of them if none is."""
        case = self._cases.get(case_id) if case_id else None
        everybody = [member.individual for member in case.people_today] if case else []
        return [person for person in everybody if person.pk in only] or everybody


def _visible_cases(user: User) -> Any:
    visible = visible_keys(Case.objects, user, Permission.CASE_CARD)
    return Case.objects.filter(pk__in=[PLACEHOLDER]).filter(pk__in=visible).order_by()


def _members(user: User, day: datetime.date) -> Any:
    """The memberships in these cases that are current or the latest of their person, with cases and exits."""
    visible = visible_keys(Case.objects, user, Permission.CASE_CARD)
    members = FamilyMember.objects.on(day) | FamilyMember.objects.marked_latest()
    members = members.select_related("individual", "case").annotate(
        left_us=how_they_left("individual")
    )
    return members.filter(case__in=[PLACEHOLDER]).filter(case__in=visible)


def _with_exit(member: Any) -> str:
    return name_with_exit(member.individual.display_name, as_exit(member.left_us))


def family_name(case: Case) -> str:
    """The head of the family and the number of the others: `Leonel Torrealba and 4 more`.

    Needs `people_today` (`Names` and `with_people` set it)."""
    return _and_more(case.display_name, len(case.people_today) - 1)


def _and_more(name: str, others: int) -> str:
    if others < 1:
        return name
    return ngettext("%(name)s and %(number)d more", "%(name)s and %(number)d more", others) % {
        "name": name,
        "number": others,
    }
