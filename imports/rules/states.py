"""Doubts about rows, and their states after the check. A family is put on file completely or not at all."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, TypedDict

from casework.identity.rules import are_ages_unlikely, too_small_to_come_first
from imports.choices import RowDoubt, RowFault, RowState, SheetField
from imports.rules.families import SheetFamily
from imports.rules.lines import is_about_nobody
from imports.rules.repeats import facts_of
from imports.rules.rows import SheetPerson
from imports.rules.text import plain


class StagedRow(TypedDict):
    """A row as stored in `ImportChunk.rows`; `faults` are [field, fault], `doubts` are [doubt, row or person number]."""

    number: int
    cells: list[str]
    state: str
    faults: list[list[str]]
    doubts: list[list[str]]
    family: str
    is_head: bool
    # Whether it was confirmed as a new person: this row alone, or `mending.ACCEPTED_TOGETHER` with others.
    accepted: bool | str
    # The kinds of doubt that the confirmation settled; other kinds are asked about again.
    answered: list[str]
    # Numbers of similar people on file; None until compared.
    like: list[str] | None
    # Numbers of people on file whom the row repeats exactly.
    same: list[str]
    # Codes of the reasons for and against each similar person, by number.
    why: dict[str, list[str]]
    case: str
    # Whether the user restored a line that seems to be about nobody.
    is_read: bool


# Doubts that are decided row by row.
DECIDED_SINGLY = {
    RowDoubt.REPEATS_ROW,
    RowDoubt.REPEATS_FILE,
    RowDoubt.HIDDEN,
    RowDoubt.AGES,
    RowDoubt.SMALL_CHILD_FIRST,
}

AGE_FIELDS = {SheetField.AGE, SheetField.BIRTH, SheetField.RELATION}

# Rows in these states are neither checked nor changed.
LEFT_ALONE = (RowState.DROPPED, RowState.UNREAD, RowState.DONE)


def new_row(number: int, cells: list[str]) -> StagedRow:
    """A row of the sheet before any decision."""
    return {
        "number": number,
        "cells": cells,
        "state": RowState.WRONG.value,
        "faults": [],
        "doubts": [],
        "family": "",
        "is_head": False,
        "accepted": False,
        "answered": [],
        "like": None,
        "same": [],
        "why": {},
        "case": "",
        "is_read": False,
    }


def mark_lines_about_nobody(
    rows: Iterable[StagedRow], columns: Mapping[int, str]
) -> list[StagedRow]:
    """Marks the lines that are about nobody, unless the user restored them; returns the other rows."""
    others = []
    for row in rows:
        if row["state"] not in (RowState.DROPPED, RowState.DONE):
            is_line = not row["is_read"] and is_about_nobody(row["cells"], columns)
            if is_line:
                row["state"] = RowState.UNREAD.value
                row["faults"], row["doubts"], row["family"] = [], [], ""
            elif row["state"] == RowState.UNREAD:
                row["state"] = RowState.WRONG.value
        if row["state"] != RowState.UNREAD:
            others.append(row)
    return others


def doubts_left(row: StagedRow) -> set[str]:
    """The kinds of doubt that are still open."""
    return {doubt[0] for doubt in row["doubts"]} - set(row.get("answered", []))


def set_states(rows: Iterable[StagedRow]) -> None:
    """Sets the states of the rows of one family. A good row waits for the others of its family."""
    open_rows = [row for row in rows if row["state"] not in LEFT_ALONE]
    for row in open_rows:
        row["faults"] = [fault for fault in row["faults"] if fault[1] != RowFault.WAITS_FOR_FAMILY]
        row["doubts"] = [doubt for doubt in row["doubts"] if doubt[0] != RowDoubt.WAITS_FOR_FAMILY]
    unsettled = [row["number"] for row in open_rows if row["faults"] or doubts_left(row)]
    for row in open_rows:
        if row["faults"]:
            row["state"] = RowState.WRONG.value
        elif doubts_left(row):
            row["state"] = RowState.DOUBTFUL.value
        elif unsettled:
            row["state"] = RowState.HELD.value
            row["doubts"] = [*row["doubts"], [RowDoubt.WAITS_FOR_FAMILY.value, str(unsettled[0])]]
        else:
            row["state"] = RowState.GOOD.value


def by_family(rows: Iterable[StagedRow]) -> list[list[StagedRow]]:
    """The rows of each family together, in their order."""
    families: dict[str, list[StagedRow]] = defaultdict(list)
    for row in rows:
        families[row["family"]].append(row)
    return list(families.values())


def count_by_state(rows: Iterable[StagedRow]) -> Counter[str]:
    """How many rows are in each state."""
    return Counter(row["state"] for row in rows)


def families_ready(rows: Iterable[StagedRow]) -> list[list[StagedRow]]:
    """Families in which every row that is not left out is good."""
    ready = []
    for family in by_family(rows):
        open_rows = [row for row in family if row["state"] not in LEFT_ALONE]
        if open_rows and all(row["state"] == RowState.GOOD for row in open_rows):
            ready.append(open_rows)
    return ready


def stage_families(families: Sequence[SheetFamily], rows: dict[int, StagedRow]) -> list[StagedRow]:
    """Sets family and faults of the stored rows; returns them in the order of families, the head of each first."""
    ordered = []
    for family in families:
        for index, member in enumerate(family.rows):
            row = rows[member.number]
            row["family"], row["is_head"] = family.key, index == 0
            row["faults"] = [list(fault) for fault in member.faults]
            ordered.append(row)
    return ordered


def family_doubts(
    families: Sequence[SheetFamily], hidden: Collection[int]
) -> dict[int, list[list[str]]]:
    """Doubts by row number: the row is hidden, a small child is head of family, or an age hardly fits the relation."""
    doubts: dict[int, list[list[str]]] = defaultdict(list)
    for family in families:
        head = family.rows[0]
        for row in family.rows:
            if row.number in hidden:
                doubts[row.number].append([RowDoubt.HIDDEN.value, ""])
            has_fault = AGE_FIELDS & {where for where, _fault in row.faults}
            is_small = row is head and too_small_to_come_first(row.age)
            if is_small and not has_fault:
                doubts[row.number].append([RowDoubt.SMALL_CHILD_FIRST.value, ""])
            if not has_fault and are_ages_unlikely(
                row.relation, age=row.age, age_of_principal=head.age
            ):
                doubts[row.number].append([RowDoubt.AGES.value, str(head.number)])
    return doubts


def repeat_doubts(people: Sequence[SheetPerson]) -> dict[int, list[list[str]]]:
    """Doubts by row number: an earlier row repeats it exactly, or has the same document, or the same name and birth."""
    by_document: dict[str, list[SheetPerson]] = defaultdict(list)
    first_by_name: dict[tuple[Any, ...], SheetPerson] = {}
    first_rows: dict[tuple[Any, ...], int] = {}
    doubts: dict[int, list[list[str]]] = {}
    for person in people:
        repeated = first_rows.setdefault(facts_of(person), person.number)
        if repeated != person.number and person.full_name:
            doubts[person.number] = [[RowDoubt.REPEATS_ROW.value, str(repeated)]]
            continue
        paper = person.paper
        birth = (person.birth.born_on, person.birth.year)
        name = (plain(person.full_name), person.birth.year, birth, person.unnamed)
        earlier = [other for other in by_document[paper.number] if other.paper.may_be(paper)]
        by_document[paper.number].append(person)
        if paper.number and earlier:
            first = next((other for other in earlier if other.paper == paper), earlier[0])
            doubt = (
                RowDoubt.SAME_DOCUMENT_IN_SHEET
                if first.paper == paper
                else RowDoubt.SAME_NUMBER_IN_SHEET
            )
            doubts[person.number] = [[doubt.value, str(first.number)]]
            continue
        twin = first_by_name.setdefault(name, person) if all(name[:2]) else person
        if twin is not person and not (paper.number and twin.document):
            doubts[person.number] = [[RowDoubt.SAME_PERSON_IN_SHEET.value, str(twin.number)]]
    return doubts


def chunks_of(rows: Sequence[StagedRow], size: int) -> list[list[StagedRow]]:
    """Chunks of at least `size` rows that never split a family."""
    pieces: list[list[StagedRow]] = [[]]
    for row in rows:
        last = pieces[-1]
        if len(last) >= size and last[-1]["family"] != row["family"]:
            pieces.append([row])
        else:
            last.append(row)
    return [piece for piece in pieces if piece]
