"""Finds places for people who have no file: only their number, sex and age are known, and what they need of a room."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Sequence
from types import SimpleNamespace
from typing import Any, NamedTuple

from accounts.models import User
from casework.register.choices import Sex
from reference.choices import RoomNeed
from shelters.beds_for_family import Search
from shelters.models import Site
from shelters.rules.protection import Sleeper


class Caller(NamedTuple):
    """One of the people of a call. `age` stands for all ages between two that the rules tell apart."""

    pk: uuid.UUID
    display_name: str
    sex: str
    age: int


class CallSearch(Search):
    """The search for one family without a file. All their needs are asked of the room of the first of them."""

    def __init__(
        self,
        callers: Sequence[Caller],
        *,
        needs: Collection[str],
        sites: Iterable[Site],
        night: datetime.date,
        until: datetime.date | None,
        reader: User,
    ) -> None:
        case: Any = SimpleNamespace(pk=uuid.uuid4())
        people: Any = sorted(callers, key=lambda each: (-each.age, each.sex != Sex.FEMALE))
        self.needs_asked = needs
        super().__init__(case, people, sites=sites, night=night, until=until, reader=reader)

    def _sleeper(self, person: Any) -> Sleeper:
        return Sleeper(person.pk, self.case.pk, person.sex, person.age)

    def _read_neighbours(self, sites: Collection[uuid.UUID]) -> None:
        super()._read_neighbours(sites)
        if self.needs_asked:
            self.neighbours.needs[self.people[0].pk] = [RoomNeed(need) for need in self.needs_asked]
