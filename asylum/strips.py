"""One strip for each person of a file: what its panels share."""

from typing import Any

from accounts.models import User
from casework.register.models.case import Case


def by_person(rows: Any) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for row in rows:
        found.setdefault(row.individual_id, []).append(row)
    return found


class InStrip:
    """Base of panels that add facts to the head of the file, and are otherwise part of the strips."""

    page = "law"
    template = "asylum/panels/by_person.html"

    def context(self, case: Case, user: User) -> None:
        return None
