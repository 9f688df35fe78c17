"""Which rows of a sheet are one family, and who is its head."""

import datetime
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from casework.register.choices import Relation
from imports.choices import RowFault, SheetField
from imports.rules.repeats import facts_of
from imports.rules.rows import SheetPerson
from imports.rules.text import plain

MOST_MEMBERS = 40


@dataclass
class SheetFamily:
    """Rows that become one case; the head is first. `key` is stable when the sheet is read again."""

    key: str
    rows: list[SheetPerson]

    @property
    def arrived_on(self) -> datetime.date | None:
        """The first day of arrival in its rows; None if none is stated."""
        return next((row.arrived_on for row in self.rows if row.arrived_on), None)

    def by_day(self, default: datetime.date) -> list[tuple[datetime.date, "SheetFamily"]]:
        """Members by day of arrival, in order. A row without a day gets the day of the family, else `default`."""
        days: dict[datetime.date, SheetFamily] = {}
        for row in self.rows:
            day = row.arrived_on or self.arrived_on or default
            days.setdefault(day, SheetFamily(self.key, [])).rows.append(row)
        return sorted(days.items())

    @property
    def crossing(self) -> str | None:
        """The code of the first crossing point in its rows; None if none is stated."""
        return next((row.crossing for row in self.rows if row.crossing), None)

    @property
    def entry_mode(self) -> str | None:
        """The first EntryMode in its rows; None if none is stated."""
        return next((row.entry_mode for row in self.rows if row.entry_mode), None)


def group_families(
    rows: Sequence[SheetPerson], fields: Collection[str], *, new_people: Collection[int] = ()
) -> list[SheetFamily]:
    """Groups rows by the family column; without it by marked heads; without these each row is a family.

    The families are in the order of their first rows. Rows in `new_people` were confirmed by the user as new people. Does
    not change the rows.
    """
    if SheetField.FAMILY in fields:
        return _families_by_column(rows)
    if any(row.relation for row in rows):
        return _families_by_heads(rows, new_people)
    return [SheetFamily(f"row:{row.number}", [row]) for row in rows]


def days_of_families(families: Sequence[SheetFamily]) -> dict[int, datetime.date]:
    """The day of arrival of each row's family, by row number; without families that state none."""
    return {
        row.number: family.arrived_on
        for family in families
        if family.arrived_on
        for row in family.rows
    }


def families_of(
    rows: Sequence[SheetPerson],
    fields: Collection[str],
    *,
    left_out: Collection[int] = (),
    new_people: Collection[int] = (),
) -> list[SheetFamily]:
    """The families as `group_families` finds them, each with its head first. Adds faults to the rows.

    Rows in `left_out` may begin a family but are no members. A row that repeats the head is no second head, unless it is in
    `new_people`.
    """
    families = group_families(rows, fields, new_people=new_people)
    for family in families:
        first = family.rows[0]
        if family.key.startswith("head:") and first.relation not in ("", Relation.PRINCIPAL):
            first.add_fault(SheetField.RELATION, RowFault.BEFORE_A_HEAD)
        family.rows = [row for row in family.rows if row.number not in left_out]
    families = [family for family in families if family.rows]
    for family in families:
        _put_head_first(family, new_people, is_marked=SheetField.RELATION in fields)
        _add_arrival_faults(family)
        for row in family.rows[MOST_MEMBERS:]:
            row.add_fault(SheetField.FAMILY, RowFault.FAMILY_TOO_LARGE)
    return families


def _families_by_column(rows: Sequence[SheetPerson]) -> list[SheetFamily]:
    """Families by the family column. A relative with an empty cell belongs to the family above: cells may be merged."""
    families: dict[str, SheetFamily] = {}
    last: SheetFamily | None = None
    for row in rows:
        if row.family:
            key = f"family:{plain(row.family)}"
        elif last and row.relation not in ("", Relation.PRINCIPAL):
            key = last.key
        else:
            key = f"row:{row.number}"
        last = families.setdefault(key, SheetFamily(key, []))
        last.rows.append(row)
    return list(families.values())


def _families_by_heads(
    rows: Sequence[SheetPerson], new_people: Collection[int]
) -> list[SheetFamily]:
    """Families that begin at rows marked as head. A row that repeats the head begins none, unless it is in `new_people`."""
    families: list[SheetFamily] = []
    for row in rows:
        is_alone = not row.relation or (row.relation != Relation.PRINCIPAL and not families)
        is_new = row.number in new_people or not (families and row.relation)
        if not is_new and facts_of(row) == facts_of(families[-1].rows[0]):
            families[-1].rows.append(row)
        elif row.relation == Relation.PRINCIPAL or is_alone:
            families.append(SheetFamily(f"head:{row.number}", [row]))
        else:
            families[-1].rows.append(row)
    return families


def _put_head_first(family: SheetFamily, new_people: Collection[int], *, is_marked: bool) -> None:
    heads = [row for row in family.rows if row.relation == Relation.PRINCIPAL]
    if not heads:
        # A row without a relation may be the head; a family of a wife and a son cannot.
        heads = [row for row in family.rows if not row.relation][:1]
    if not heads and is_marked:
        if not _has_fault(family, SheetField.RELATION):
            family.rows[0].add_fault(SheetField.RELATION, RowFault.NO_HEAD)
        return
    for row in heads[1:]:
        # An exact repeat has a doubt of its own.
        if row.number in new_people or facts_of(row) != facts_of(heads[0]):
            row.add_fault(SheetField.RELATION, RowFault.TWO_HEADS)
    head = heads[0] if heads else family.rows[0]
    family.rows = [head, *(row for row in family.rows if row is not head)]


def _has_fault(family: SheetFamily, field: str) -> bool:
    """Whether a row has a fault in that field, so that one error is not reported twice."""
    return any(where == field for row in family.rows for where, _ in row.faults)


def _add_arrival_faults(family: SheetFamily) -> None:
    """Adds a fault where days of arrival are unclear, the head came after others, or a day has two crossings."""
    days: set[datetime.date | None] = set()
    for row in sorted(family.rows, key=lambda row: row.number):
        days |= {row.arrived_on} - {None}
        # After a different day an empty cell is ambiguous: it may repeat either.
        if len(days) > 1 and not row.arrived_on:
            row.add_fault(SheetField.ARRIVED_ON, RowFault.ARRIVALS_DIFFER)
        if family.arrived_on and row.arrived_on and row.arrived_on < family.arrived_on:
            row.add_fault(SheetField.ARRIVED_ON, RowFault.CAME_BEFORE_THE_HEAD)
    for _day, part in family.by_day(datetime.date.min):
        for row in part.rows:
            if row.crossing and row.crossing != part.crossing:
                row.add_fault(SheetField.CROSSING, RowFault.CROSSINGS_DIFFER)
            if row.entry_mode and row.entry_mode != part.entry_mode:
                row.add_fault(SheetField.ENTRY_MODE, RowFault.CROSSINGS_DIFFER)
