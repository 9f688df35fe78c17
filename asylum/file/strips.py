"""Groups rows by person, for the strips of the panels."""

from typing import Any


def by_person(rows: Any) -> dict[Any, list[Any]]:
    """Returns the rows by the key of their person."""
    grouped: dict[Any, list[Any]] = {}
    for row in rows:
        grouped.setdefault(row.individual_id, []).append(row)
    return grouped
