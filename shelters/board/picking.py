"""Who is picked on the board: a person stands for the members of the family who share the same lack or the same site."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import F

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from pages.questions import ANY_TEXT, Make, cached_rows
from shelters.beds_for_family import waiting_members
from shelters.models import Placement

MAY_CHANGE = Permission.PLACEMENT_CHANGE


@dataclass
class Picked:
    """People of one family who get a place together, from `starts_on` until `until`, or for as long as it takes.

    `stays` are the places from which they move; empty for people without a bed.
    """

    case: Case
    number: str
    people: list[Individual]
    stays: dict[Individual, Placement]
    chosen: list[Individual]
    starts_on: datetime.date
    until: datetime.date | None

    @property
    def moves(self) -> bool:
        return bool(self.stays)

    @property
    def stay(self) -> Placement | None:
        """The stay of the person who was picked."""
        return next(
            (stay for person, stay in self.stays.items() if person.number == self.number), None
        )

    @property
    def numbers(self) -> set[str]:
        return {person.number for person in self.people}

    @property
    def query(self) -> dict[str, Any]:
        """The same pick as parameters of a URL: numbers and days, no names."""
        query: dict[str, Any] = {
            "pick": self.number,
            "who": [person.number for person in self.chosen],
            "starts": self.starts_on.isoformat(),
        }
        if not self.moves:
            query["until"] = self.until.isoformat() if self.until else ""
        return query


def pick(
    number: str,
    *,
    who: Collection[str] = (),
    starts_on: datetime.date | None = None,
    until: datetime.date | None = None,
    says_until: bool = False,
    by: User,
) -> Picked | None:
    """The family of the person with this number, as far as the user may place it; None if there is nobody to place.

    Picks everybody unless `who` names some by their numbers. People with a bed, now or later, move from there and leave when
    they would have left; others get a place until `until`. Who is parked keeps the planned end, unless `says_until`.
    """
    today = by.today()
    parked = _first(_parked_by_number, number, by)
    if parked:
        today, until = max(today, parked.starts_on), until if says_until else parked.planned_end_on
    elif stays := stays_with(number, by):
        stay = next(iter(stays.values()))
        first = max(starts_on or today, min(each.starts_on for each in stays.values()))
        return Picked(
            stay.case, number, list(stays), stays, _chosen(list(stays), who), first, stay.leaves_on
        )
    case = _case_of(number, by)
    people = waiting_members(case, today) if case else []
    if case is None or number not in {person.number for person in people}:
        return None
    chosen = _chosen(people, who)
    return Picked(case, number, people, {}, chosen, max(starts_on or today, today), until)


def _chosen(people: Sequence[Individual], who: Collection[str]) -> list[Individual]:
    return [person for person in people if person.number in who] or list(people)


def parked_stays(by: User) -> Any:
    """Open stays, of those that the user may change, of people who gave up their bed and stay at its site without one."""
    rows = Placement.objects.visible_to(by, MAY_CHANGE).open_on(by.today()).filter(bed=None)
    return rows.filter(previous__bed__isnull=False, previous__site=F("site"))


def stays_with(number: str, by: User) -> dict[Individual, Placement]:
    """The stays, by person, of the person with this number and of the family that shares the site and the plan; those that
    the user may change. Empty if the person has no bed."""
    stay = _stay_of(number, by)
    return _family_at_the_site(stay, by) if stay else {}


def _stay_of(number: str, by: User) -> Placement | None:
    """The stay with a bed that the person has now, or else has first."""
    found: Placement | None = _first(_stays_by_number, number, by)
    return found


def _family_at_the_site(stay: Placement, by: User) -> dict[Individual, Placement]:
    """The present and future stays of the family at the site of this one, by person: the one of the person who was picked,
    and of the others the one that holds the same nights."""
    rows = Placement.objects.visible_to(by, MAY_CHANGE).open_on(by.today()).exclude(bed=None)
    together = rows.filter(case=stay.case_id, site=stay.site_id).with_people()
    stays: dict[Individual, Placement] = {}
    for each in together.order_by("starts_on", "individual__number"):
        stays.setdefault(each.individual, each)
    same_plan = {person: each for person, each in stays.items() if each.leaves_on == stay.leaves_on}
    return same_plan


def _case_of(number: str, by: User) -> Case | None:
    member = _first(_members_by_number, number, by)
    return member.case if member else None


def _first(make: Make, number: str, by: User) -> Any:
    """The first row about the person with this number, or None. Compiled once for each user: a judged board asks all three."""
    return next(iter(cached_rows(make, by, values={ANY_TEXT: number})), None)


def _parked_by_number(by: User) -> Any:
    return parked_stays(by).filter(individual__number=ANY_TEXT)[:1]


def _stays_by_number(by: User) -> Any:
    rows = Placement.objects.visible_to(by, MAY_CHANGE).open_on(by.today()).exclude(bed=None)
    return rows.filter(individual__number=ANY_TEXT).select_related("case").order_by("starts_on")[:1]


def _members_by_number(by: User) -> Any:
    seen = Case.objects.visible_to(by, MAY_CHANGE).open()
    members = FamilyMember.objects.on(by.today()).filter(individual__number=ANY_TEXT, case__in=seen)
    return members.select_related("case")[:1]
