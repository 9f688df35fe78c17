"""One strip for each person of a file: what its panels share."""

from typing import Any


def by_person(rows: Any) -> dict[Any, list[Any]]:
    found: dict[Any, list[Any]] = {}
    for row in rows:
        found.setdefault(row.individual_id, []).append(row)
    return found
