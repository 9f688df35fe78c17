"""Reads any kind of file as headings and rows of text."""

import contextlib
import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from imports.rules.choices import SheetFault
from imports.rules.columns import guess_field, is_row_of_tags
from imports.rules.confined import MOST_COLUMNS, MOST_ROWS
from imports.rules.csv import csv_rows, readings_of
from imports.rules.kinds import SheetRefused, kind_of
from imports.rules.text import MOST_LETTERS, as_text

ROOT = Path(__file__).resolve().parents[2]
HEADINGS_WITHIN = 30

# Seconds of waiting for all sheets that are tried, and seconds of computing for one sheet.
WAIT_SECONDS = 90
SECONDS = 60

# Limits within a request; a worker reads slower and larger files.
SECONDS_AT_ONCE = 2
TEXT_AT_ONCE = 2 * 1024 * 1024

NumberedRow = tuple[int, list[str]]
# What a heading names; None for a heading that nobody knows.
Guess = Callable[[str], object]

# Faults of sheets with explanations or word lists; the next sheet is tried then.
FAULTS_WITHOUT_PEOPLE = {SheetFault.NO_HEADINGS, SheetFault.NO_COLUMNS, SheetFault.NO_ROWS}
MOST_TRIED = 10
TRIED_AT_ONCE = 2
MAX_NAME_LENGTH = 60


class TakesLong(Exception):
    """The file is too slow to read in a request."""


@dataclass(frozen=True)
class Sheet:
    """The content of a file: the row of its headings, the headings, and the rows below with their numbers.

    `index` is the index of the sheet in its workbook; `sheets` names every sheet with content. `hidden_rows` are numbers of
    hidden rows; `comments` counts the cells with comments, which are not read. For a text file `sheets` lists the ways to
    decode it, and `is_in_doubt` says that nobody has chosen yet.
    """

    kind: str
    heading_row: int
    headings: list[str]
    rows: list[NumberedRow]
    index: int = 0
    sheets: dict[int, str] = field(default_factory=dict)
    hidden_rows: frozenset[int] = frozenset()
    comments: int = 0
    is_in_doubt: bool = False
    hidden_sheets: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


@dataclass(frozen=True)
class RawSheet:
    """Cells of one sheet as they are in the file."""

    rows: Iterable[tuple[int, list[Any]]]
    index: int = 0
    sheets: dict[int, str] = field(default_factory=dict)
    hidden: frozenset[int] = frozenset()
    comments: int = 0
    is_in_doubt: bool = False
    hidden_sheets: frozenset[int] = frozenset()
    hidden_columns: frozenset[int] = frozenset()


def read_sheet(
    file_name: str,
    content: bytes,
    index: int | None = None,
    *,
    at_once: bool = False,
    guess: Guess = guess_field,
) -> Sheet:
    """The sheet at that index of a workbook; by default the first with headings that `guess` knows, else the first filled one.

    Raises SheetRefused with the place of the fault, if known; with `at_once` also TakesLong.
    """
    kind = kind_of(file_name, content)
    if kind == "csv":
        if at_once and len(content) > TEXT_AT_ONCE:
            raise TakesLong
        return _read_text(content, index, guess)
    until = time.monotonic() + WAIT_SECONDS
    raw = workbook_rows(content, index, until=until, at_once=at_once)
    try:
        return _as_sheet(kind, raw, guess)
    except SheetRefused as refused:
        if index is not None or refused.fault not in FAULTS_WITHOUT_PEOPLE:
            raise
        untried = raw.sheets.keys() - raw.hidden_sheets - {raw.index}
        others = sorted(untried)[:MOST_TRIED]
        if at_once and len(others) > TRIED_AT_ONCE:
            raise TakesLong from refused
        for other in others:
            with contextlib.suppress(SheetRefused):
                rows = workbook_rows(content, other, until=until, at_once=at_once)
                return _as_sheet(kind, rows, guess)
        raise


def _read_text(content: bytes, index: int | None, guess: Guess) -> Sheet:
    """The sheet of a text file. If the encoding is ambiguous, `sheets` lists the ways to decode it."""
    readings = readings_of(content)
    chosen = min(index or 0, len(readings) - 1)
    previews = {
        each: " · ".join(reading.samples)[:MAX_NAME_LENGTH] for each, reading in enumerate(readings)
    }
    return _as_sheet(
        "csv",
        RawSheet(
            csv_rows(readings[chosen].text),
            chosen,
            previews if len(readings) > 1 else {},
            is_in_doubt=len(readings) > 1 and index is None,
        ),
        guess,
    )


def _as_sheet(kind: str, raw: RawSheet, guess: Guess) -> Sheet:
    rows = list(_as_texts(raw.rows))
    if not rows:
        raise SheetRefused(SheetFault.EMPTY)
    index = _index_of_headings(rows, guess)
    headings = _headings(rows, index, guess)
    below = [row for row in rows[index + 1 :] if not _is_no_person(row[1], rows[index][1])]
    if not below:
        raise SheetRefused(SheetFault.NO_ROWS, row=rows[index][0])
    if len(below) > MOST_ROWS:
        raise SheetRefused(SheetFault.TOO_MANY_ROWS, row=below[MOST_ROWS][0])
    padded = _padded(below, len(headings))
    return Sheet(
        kind,
        rows[index][0],
        headings,
        padded,
        raw.index,
        raw.sheets,
        hidden_rows=raw.hidden & {number for number, _cells in padded},
        comments=raw.comments,
        is_in_doubt=raw.is_in_doubt,
        hidden_sheets=raw.hidden_sheets,
        hidden_columns=raw.hidden_columns,
    )


def workbook_rows(content: bytes, index: int | None, *, until: float, at_once: bool) -> RawSheet:
    """One sheet of a workbook, read by a confined process: the one at `index`, else the first with content.

    Raises SheetRefused; with `at_once` TakesLong, if the process did not finish.
    """
    arguments = [
        f"{SECONDS_AT_ONCE if at_once else SECONDS}",
        *([] if index is None else [f"{index:d}"]),
    ]
    too_slow = TakesLong() if at_once else SheetRefused(SheetFault.TOO_LARGE_INSIDE)
    try:
        done = subprocess.run(  # noqa: S603 - our own module, and a number
            [sys.executable, "-m", "imports.rules.confined", *arguments],
            input=content,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
            # Without our environment: the parser must not see the master key.
            env={"PATH": os.environ.get("PATH", "")},
            timeout=max(0, until - time.monotonic()),
            check=False,
        )
    except subprocess.TimeoutExpired as error:
        raise too_slow from error
    *rows, last = done.stdout.splitlines() or [b""]
    if done.returncode or not last:
        raise too_slow
    result = json.loads(last)
    if "fault" in result:
        raise SheetRefused(SheetFault(result["fault"]), row=result["row"], column=result["column"])
    names = {each: as_text(name)[:MAX_NAME_LENGTH] for each, name, _is_hidden in result["sheets"]}
    return RawSheet(
        map(json.loads, rows),
        result["read"] or 0,
        names,
        hidden=frozenset(result["hidden"]),
        hidden_sheets=frozenset(each for each, _name, is_hidden in result["sheets"] if is_hidden),
        hidden_columns=frozenset(result["columns"]),
        comments=result["comments"],
    )


def _as_texts(rows: Iterable[tuple[int, list[Any]]]) -> Iterator[NumberedRow]:
    for number, cells in rows:
        texts = [as_text(cell) for cell in cells]
        while texts and not texts[-1]:
            texts.pop()
        if not texts:
            continue
        for column, text in enumerate(texts):
            if len(text) > MOST_LETTERS:
                raise SheetRefused(SheetFault.CELL_TOO_LONG, row=number, column=column)
        if len(texts) > MOST_COLUMNS:
            raise SheetRefused(SheetFault.TOO_MANY_COLUMNS, row=number, column=MOST_COLUMNS)
        yield number, texts


def _index_of_headings(rows: list[NumberedRow], guess: Guess) -> int:
    """The row with most known headings, among the first ones. Raises SheetRefused if there is none."""
    scores = [sum(guess(text) is not None for text in texts) for _, texts in rows[:HEADINGS_WITHIN]]
    best = max(range(len(scores)), key=lambda index: (scores[index], -index))
    if scores[best] == 0:
        widest = max(len([text for text in texts if text]) for _, texts in rows[:HEADINGS_WITHIN])
        fault = SheetFault.NO_COLUMNS if widest == 1 else SheetFault.NO_HEADINGS
        raise SheetRefused(fault, row=rows[0][0])
    return best


def _headings(rows: list[NumberedRow], index: int, guess: Guess) -> list[str]:
    """The headings. A blank one takes the heading above, because cells may be merged; an unknown one the tag below.

    A heading that needs the one above, as `Número` below `Documento`, is combined with it.
    """
    headings = list(rows[index][1])
    above = rows[index - 1][1] if index else []
    below = rows[index + 1][1] if index + 1 < len(rows) else []
    headings += [""] * (len(above) - len(headings))
    for column, text in enumerate(above):
        if not headings[column] and guess(text):
            headings[column] = text
    for column, tag in enumerate(below[: len(headings)] if is_row_of_tags(below) else ()):
        if not guess(headings[column]) and guess(tag):
            headings[column] = tag
    group = ""
    for column, text in enumerate(above if len(list(filter(None, above))) > 1 else ()):
        group = text or group
        both = f"{headings[column]} {group}"
        if headings[column] and not guess(headings[column]) and guess(both):
            headings[column] = both
    return headings


def _is_no_person(texts: list[str], headings: list[str]) -> bool:
    """Whether a row repeats the headings or holds tags of the columns."""
    return texts == headings or is_row_of_tags(texts)


def _padded(rows: list[NumberedRow], width: int) -> list[NumberedRow]:
    """All rows with the width of the widest, at least that of the headings."""
    width = max([width, *(len(texts) for _, texts in rows)])
    return [(number, texts + [""] * (width - len(texts))) for number, texts in rows]
