"""Bonds between people, and what they need of a room: the queries, and their rows as the rules take them."""

import datetime
import uuid
from collections.abc import Collection, Iterable, Mapping
from typing import Any

from casework.bonds.choices import Bond
from casework.bonds.models import Relationship
from casework.needs.models import SpecificNeed
from casework.needs.querysets import room_needs_in
from reference.choices import RoomNeed
from shelters.rules.protection import Bonds


def bonds_among(people: Any) -> Any:
    """Bonds of people who belong together, or are kept apart."""
    rows = Relationship.objects.open().filter(individual_a__in=people)
    return rows.values_list("kind", "individual_a", "individual_b")


def bonds_and_needs(people: Collection[uuid.UUID], day: datetime.date) -> dict[str, Any]:
    """The queries for bonds between people, and for what their rooms must offer."""
    needs = SpecificNeed.objects.of_rooms(people, day)
    return {
        "bonds": bonds_among(people).order_by().values("kind", "individual_a", "individual_b"),
        "needs": needs.order_by().values("individual", "code__room_needs"),
    }


def bonds_of_rows(rows: Iterable[Mapping[str, Any]]) -> Bonds:
    """From the JSON rows of `bonds_and_needs`."""
    return bonds_in(
        (row["kind"], uuid.UUID(row["individual_a"]), uuid.UUID(row["individual_b"]))
        for row in rows
    )


def needs_of_rows(rows: Iterable[Mapping[str, Any]]) -> dict[Any, list[RoomNeed]]:
    return room_needs_in((uuid.UUID(row["individual"]), row["code__room_needs"]) for row in rows)


def bonds_in(rows: Iterable[tuple[str, uuid.UUID, uuid.UUID]]) -> Bonds:
    """From rows of `bonds_among`."""
    pairs = [(kind, frozenset((one, other))) for kind, one, other in rows]
    return Bonds(
        kin={pair for kind, pair in pairs if kind != Bond.APART},
        apart={pair for kind, pair in pairs if kind == Bond.APART},
    )
