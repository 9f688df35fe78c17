"""Reads one workbook in a process of its own that may use little memory and little time.

Run as `python -m casework.rules.sheet_confined`: a workbook comes in on standard input, one line of JSON
per row goes out. A workbook that asks for more memory than it may ends this process, and no other.
Imports nothing of Django.
"""

import datetime
import io
import json
import resource
import sys
from typing import Any

from python_calamine import CalamineError, CalamineWorkbook, PasswordError, SheetTypeEnum

MEMORY = 1024 * 1024 * 1024
SECONDS = 60
MOST_ROWS = 25_000
MOST_COLUMNS = 200
# Rows and columns that were only coloured are nothing; a sheet that claims more is not walked.
WALKED_ROWS = 1_100_000
MOST_TEXT = 64 * 1024 * 1024


def confine() -> None:
    """From here on this process can neither grow, nor run for long, nor write a file."""
    for limit, value in (
        (resource.RLIMIT_AS, MEMORY),
        (resource.RLIMIT_CPU, SECONDS),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        resource.setrlimit(limit, (value, value))


def read(content: bytes) -> None:
    workbook = CalamineWorkbook.from_filelike(io.BytesIO(content))
    for place, about in enumerate(workbook.sheets_metadata):
        if about.typ != SheetTypeEnum.WorkSheet:
            continue
        sheet = workbook.get_sheet_by_index(place)
        if sheet.start is None or sheet.end is None:
            continue
        if write_rows(sheet):
            return


def write_rows(sheet: Any) -> bool:
    """Each row that holds something, with its number. False if there was none."""
    left = sheet.start[1]
    written = letters = 0
    for number, cells in enumerate(sheet.iter_rows(), start=1):
        filled = [place for place, cell in enumerate(cells) if cell not in ("", None)]
        if not filled:
            if number > WALKED_ROWS:
                break
            continue
        if left + filled[-1] >= MOST_COLUMNS and len(filled) > MOST_COLUMNS:
            return refuse("too_many_columns", number, MOST_COLUMNS)
        written += 1
        if written > MOST_ROWS + 30:
            return refuse("too_many_rows", number, None)
        kept = cells[: min(filled[-1] + 1, MOST_COLUMNS)]
        letters += sum(len(cell) for cell in kept if isinstance(cell, str))
        if letters > MOST_TEXT:
            return refuse("too_large_inside", number, None)
        say([number, [""] * left + [sent(cell) for cell in kept]])
    return written > 0


def sent(cell: Any) -> Any:
    """A cell as JSON can say it; a date with a time loses the time."""
    if isinstance(cell, datetime.datetime):
        return cell.date().isoformat()
    if isinstance(cell, datetime.date):
        return cell.isoformat()
    if isinstance(cell, str | int | float | bool):
        return cell
    return str(cell)


def refuse(fault: str, row: int | None = None, column: int | None = None) -> bool:
    say({"fault": fault, "row": row, "column": column})
    return True


def say(line: Any) -> None:
    sys.stdout.write(json.dumps(line, ensure_ascii=True, separators=(",", ":")) + "\n")


def main() -> None:
    content = sys.stdin.buffer.read()
    confine()
    try:
        read(content)
    except PasswordError:
        refuse("encrypted")
    except MemoryError:
        refuse("too_large_inside")
    except (CalamineError, OSError, ValueError) as error:
        is_locked = "password" in str(error).lower()
        refuse("encrypted" if is_locked else "broken")
    except BaseException as error:
        # A panic of the parser arrives as an exception outside Exception.
        refuse("too_large_inside" if "capacity" in str(error) else "broken")


if __name__ == "__main__":
    main()
