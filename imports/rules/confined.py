"""Reads one workbook in a process of its own, limited in memory and time.

Run as `python -m imports.rules.confined seconds [index]`, with the workbook on standard input. `index` is the index of a
sheet; by default the first visible one with content is read. Writes each row as a line of JSON, then a line with all filled
sheets, hidden rows and the number of comments, or with a fault. A workbook that needs more memory ends only this process.
Imports nothing of Django.
"""

import datetime
import io
import json
import re
import resource
import sys
import zipfile
from itertools import islice
from typing import Any
from xml.parsers import expat

from python_calamine import (
    CalamineError,
    CalamineWorkbook,
    PasswordError,
    SheetTypeEnum,
    SheetVisibleEnum,
)

from imports.rules.unseen import Unseen, lost_in, unseen_in

MEMORY = 1024 * 1024 * 1024
MOST_ROWS = 25_000
MOST_COLUMNS = 200

# Rows with colours only count as empty. After this number of rows the reading stops.
WALKED_ROWS = 1_100_000
MOST_TEXT = 64 * 1024 * 1024


def confine(seconds: int) -> None:
    """Limits this process: no growth in memory, limited time, no writing of files."""
    for limit, value in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, seconds),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


class Refused(Exception):
    """Why the wanted sheet is unreadable, with its row from 1 and column from 0."""

    def __init__(self, fault: str, row: int | None = None, column: int | None = None) -> None:
        super().__init__(fault)
        self.line = {"fault": fault, "row": row, "column": column}


def read(content: bytes, wanted: int | None) -> None:
    """Writes the rows of the wanted sheet, then the line about the workbook. Raises Refused."""
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    filled: list[tuple[int, str, bool]] = []
    read_index: int | None = None
    numbers: list[int] = []
    sheets = [
        (metadata.visible != SheetVisibleEnum.Visible, index, metadata.name)
        for index, metadata in enumerate(workbook.sheets_metadata)
        if metadata.typ == SheetTypeEnum.WorkSheet
    ]
    # Visible sheets first: people seldom upload a workbook for a hidden one.
    for is_hidden, index, name in sorted(sheets):
        if read_index is None and wanted in (None, index):
            numbers = write_rows(workbook.get_sheet_by_index(index), lost_in(content, index))
            is_filled = bool(numbers)
            read_index = index if is_filled else None
        else:
            is_filled = has_content(workbook, index)
        if is_filled:
            filled.append((index, name, is_hidden))
    if not filled and not is_well_formed(content):
        # The parser takes unreadable content for an empty sheet.
        raise Refused("broken")
    unseen = Unseen() if read_index is None else unseen_in(content, read_index)
    hidden = [number for number in numbers if number in unseen.rows]
    write_line(
        {
            "read": read_index,
            "sheets": sorted(filled),
            "hidden": hidden,
            "columns": sorted(unseen.columns),
            "comments": unseen.comments,
        }
    )


def is_well_formed(content: bytes) -> bool:
    """Whether the parts of a workbook that contain cells are XML; True for an XLS file, which has no parts."""
    if not zipfile.is_zipfile(io.BytesIO(content)):
        return True
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        for name in archive.namelist():
            if name == "content.xml" or re.fullmatch(r"xl/worksheets/[^/]+\.xml", name):
                try:
                    with archive.open(name) as part:
                        expat.ParserCreate().ParseFile(part)
                except expat.ExpatError:
                    return False
    return True


def has_content(workbook: Any, index: int) -> bool:
    """Whether a sheet has content; True if it cannot be read."""
    try:
        sheet = workbook.get_sheet_by_index(index)
        if sheet.start is None or sheet.end is None:
            return False
        walked = islice(sheet.iter_rows(), WALKED_ROWS)
        return any(cell not in ("", None) for cells in walked for cell in cells)
    except BaseException:
        # A panic of the parser is an exception outside Exception; it does not affect the wanted sheet.
        return True


def write_rows(sheet: Any, lost: dict[int, dict[int, str]]) -> list[int]:
    """Writes each row with content, with its number, and returns the numbers. Raises Refused.

    `lost` has the markers of `lost_in`, which replace cells that the parser wrongly returns empty.
    """
    if sheet.start is None or sheet.end is None:
        return []
    left = sheet.start[1]
    numbers: list[int] = []
    letters = 0
    for number, read_cells in enumerate(sheet.iter_rows(), start=1):
        cells = with_lost(read_cells, lost.get(number, {}), left)
        filled = [index for index, cell in enumerate(cells) if cell not in ("", None)]
        if not filled:
            if number > WALKED_ROWS:
                break
            continue
        if left + filled[-1] >= MOST_COLUMNS and len(filled) > MOST_COLUMNS:
            raise Refused("too_many_columns", number, MOST_COLUMNS)
        numbers.append(number)
        if len(numbers) > MOST_ROWS + 30:
            raise Refused("too_many_rows", number)
        trimmed = cells[: min(filled[-1] + 1, MOST_COLUMNS)]
        letters += sum(len(cell) for cell in trimmed if isinstance(cell, str))
        if letters > MOST_TEXT:
            raise Refused("too_large_inside", number)
        write_line([number, [""] * left + [as_json(cell) for cell in trimmed]])
    return numbers


def with_lost(cells: list[Any], lost: dict[int, str], left: int) -> list[Any]:
    """The cells, the first of which is in column `left`, with the markers in `lost` written into them."""
    for column, mark in lost.items():
        if left <= column < MOST_COLUMNS:
            cells += [""] * (column - left + 1 - len(cells))
            cells[column - left] = mark
    return cells


def as_json(cell: Any) -> Any:
    """A cell as a value for JSON; of a date with a time only the date."""
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    if isinstance(cell, str | int | float | bool):
        return cell
    return str(cell)


def write_line(line: Any) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")


def main() -> None:
    content = sys.stdin.buffer.read()
    seconds, *index = (int(each) for each in sys.argv[1:])
    confine(seconds)
    try:
        read(content, index[0] if index else None)
    except Refused as refused:
        write_line(refused.line)
    except PasswordError:
        write_line(Refused("encrypted").line)
    except MemoryError:
        write_line(Refused("too_large_inside").line)
    except (CalamineError, OSError, ValueError) as error:
        is_locked = "password" in str(error).lower()
        write_line(Refused("encrypted" if is_locked else "broken").line)
    except BaseException as error:
        # A panic of the parser is an exception outside Exception.
        write_line(Refused("too_large_inside" if "capacity" in str(error) else "broken").line)


if __name__ == "__main__":
    main()
