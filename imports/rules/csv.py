"""Reads CSV of any spreadsheet program: any delimiter, any encoding."""

import codecs
import csv
import io
from collections import Counter
from collections.abc import Iterable, Iterator

from casework.uploads.rules.encodings import Reading, old_readings
from casework.uploads.rules.formats import wide_encoding
from imports.rules.choices import SheetFault
from imports.rules.columns import guess_field
from imports.rules.confined import MOST_COLUMNS, MOST_ROWS
from imports.rules.kinds import SheetRefused
from imports.rules.name_parts import is_known_name
from imports.rules.quotes import QuoteCheck, column_of_long_cell
from imports.rules.text import MOST_LETTERS
from imports.rules.words import is_known_word

DELIMITERS = ";,\t|"
SAMPLE = 64 * 1024


def csv_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Rows with the number of the line on which each starts. Raises SheetRefused, also after the last row."""
    if (index := text.find("\0")) >= 0:
        raise SheetRefused(
            SheetFault.NUL_BYTES, row=_line(text, index), column=_column(text[:index], text)
        )
    delimiter = delimiter_of(text)
    if text[:4].lower() == "sep=":
        text = "\n" + text.partition("\n")[2]
    csv.field_size_limit(MOST_LETTERS)
    lines: list[str] = []
    source = _recorded(io.StringIO(text, newline=""), lines)
    quotes = QuoteCheck(delimiter)
    first_line, filled = 1, 0
    try:
        for cells in csv.reader(source, delimiter=delimiter, strict=False):
            quotes.add(first_line, cells, lines)
            if any(cell.strip() for cell in cells):
                filled += 1
                _refuse_size(cells, filled, first_line)
                yield first_line, cells
            first_line += len(lines)
            lines.clear()
    except csv.Error as error:
        is_odd = text.count('"') % 2 == 1
        fault = SheetFault.OPEN_QUOTE if is_odd else SheetFault.CELL_TOO_LONG
        column = column_of_long_cell("".join(lines), delimiter)
        raise SheetRefused(fault, row=first_line, column=column) from error
    quotes.refuse()


def _recorded(lines: Iterable[str], record: list[str]) -> Iterator[str]:
    """The lines. Appends each to `record` when it is read."""
    for line in lines:
        record.append(line)
        yield line


def _column(before: str, sample: str = "") -> int:
    """The column, from 0, in which this text ends. The delimiter is that of the sample, else of the text."""
    line = before[before.rfind("\n") + 1 :]
    delimiter = delimiter_of((sample or before).replace("\0", ""))
    return max(0, len(next(csv.reader([line], delimiter=delimiter), [])) - 1)


def delimiter_of(text: str) -> str:
    """The delimiter declared in the first line (`sep=;`), else the one that splits the lines best."""
    if text[:4].lower() == "sep=" and len(text) > 4:
        return text[4]
    return best_delimiter(text)


def _refuse_size(cells: list[str], filled: int, row: int) -> None:
    if len(cells) > MOST_COLUMNS and any(cell.strip() for cell in cells[MOST_COLUMNS:]):
        raise SheetRefused(SheetFault.TOO_MANY_COLUMNS, row=row, column=MOST_COLUMNS)
    if filled > MOST_ROWS + 30:
        raise SheetRefused(SheetFault.TOO_MANY_ROWS, row=row)


def readings_of(content: bytes) -> list[Reading]:
    """The ways to decode a file, the likeliest first; only one unless an old encoding is uncertain.

    Raises SheetRefused with the line if two encodings are mixed.
    """
    marked = "utf-8-sig" if content.startswith(codecs.BOM_UTF8) else wide_encoding(content)
    if marked:
        return [Reading(_decoded(content, marked))]
    try:
        return [Reading(content.decode("utf-8"))]
    except UnicodeDecodeError as error:
        _refuse_mixed(content, error.start)
    return old_readings(content, _is_familiar)


def _decoded(content: bytes, encoding: str) -> str:
    try:
        return content.decode(encoding)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(encoding, errors="ignore")
        line = before.count("\n") + 1
        fault = SheetFault.MIXED_ENCODINGS if line > 1 else SheetFault.UNKNOWN_ENCODING
        raise SheetRefused(fault, row=line, column=_column(before)) from error


def _is_familiar(word: str) -> bool:
    return is_known_name(word) or is_known_word(word) or guess_field(word) is not None


def _refuse_mixed(content: bytes, first_bad: int) -> None:
    """Raises SheetRefused if lines of valid UTF-8 are beside bytes that are not: no encoding reads both."""
    for piece in (content[:first_bad], *content[first_bad:].splitlines()[1:]):
        if any(byte > 127 for byte in piece) and _is_utf8(piece):
            # In Latin-1 every byte is a character, and delimiters are the same bytes in every encoding.
            before, whole = content[:first_bad].decode("latin-1"), content.decode("latin-1")
            raise SheetRefused(
                SheetFault.MIXED_ENCODINGS,
                row=before.count("\n") + 1,
                column=_column(before, whole),
            )


def _is_utf8(piece: bytes) -> bool:
    try:
        piece.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def best_delimiter(text: str) -> str:
    """The delimiter that splits the first lines into the same, largest number of cells."""
    # Truncated, so that a giant cell is refused later, with its row and column.
    lines = [line[:4000] for line in text[:SAMPLE].splitlines() if line.strip()][:30]
    best, best_score = ",", 0.0
    for delimiter in DELIMITERS:
        counts = [len(row) for row in csv.reader(lines, delimiter=delimiter)]
        widths = Counter(width for width in counts if width > 1)
        if not widths:
            continue
        width, times = widths.most_common(1)[0]
        score = times * (1 + width / 100)
        if score > best_score:
            best, best_score = delimiter, score
    return best


def _line(text: str, index: int) -> int:
    return text.count("\n", 0, index) + 1
