"""Content that a spreadsheet shows differently: hidden rows and columns, comments, and errors.

The parser of workbooks reports none of them. So the parts of an XLSX or ODS are searched for these alone, in the confined
process. The XML parser refuses a document type, so that there are no entities to expand and nothing external to fetch.
Imports nothing of Django.
"""

import io
import posixpath
import re
import struct
import zipfile
from collections import Counter
from collections.abc import Callable, Iterator
from typing import NamedTuple, NoReturn
from xml.parsers import expat

from imports.rules.old_cells import SIGNATURE, lost_in_xls

WORKBOOK = "xl/workbook.xml"
PIECE = 1024 * 1024
LONGEST_TAG = 10_000
ROW = re.compile(rb"<(?:\w+:)?row\b([^<>]*)>")
ROW_NUMBER = re.compile(rb"\br=[\"'](\d{1,9})[\"']")
COLUMNS = re.compile(rb"<(?:\w+:)?col\b([^<>]*)>")
EDGES = (re.compile(rb"\bmin=[\"'](\d{1,5})[\"']"), re.compile(rb"\bmax=[\"'](\d{1,5})[\"']"))
MOST_COLUMNS = 200

# In an ODS a table's columns and rows are in order, and one tag may represent many.
IN_TABLE = re.compile(rb"<(?:\w+:)?(table|table-row|table-column|annotation)(?=[\s/>])([^<>]*)>")
REPEATED = re.compile(rb"\bnumber-(?:rows|columns)-repeated=[\"'](\d{1,9})[\"']")
COLLAPSED = re.compile(rb"\bvisibility=[\"'](?:collapse|filter)[\"']")
MOST_ROWS = 200_000

# Cells that the parser returns empty: with an error, or with an uncomputed formula. A formula whose result is an empty text
# has a type that says so.
ERRONEOUS = re.compile(rb"<(?:\w+:)?c\b([^<>]*\bt=[\"']e[\"'][^<>]*)>")

NOT_COMPUTED = re.compile(
    rb"<(?:\w+:)?c\b((?:(?!\bt=[\"']str)[^<>])*)><(?:\w+:)?f\b(?:[^<>]*/>|[^<>]*>[^<]*</(?:\w+:)?f>)"
    rb"(?:<(?:\w+:)?v>\s*</(?:\w+:)?v>|<(?:\w+:)?v ?/>)?</(?:\w+:)?c>"
)

CELL = re.compile(rb"\br=[\"']([A-Z]{1,3})(\d{1,9})[\"']")

# The marker for each; the check of the row refuses it.
LOST_CELLS = ((ERRONEOUS, "#N/A"), (NOT_COMPUTED, "=?"))
HIDDEN = re.compile(rb"\bhidden=[\"'](?:1|true)[\"']")

# An ODS lists the cells of a sheet in order. The last group is the beginning of the displayed content.
IN_ROWS = re.compile(
    rb"<(?:\w+:)?(table|table-row|table-cell|covered-table-cell)(?=[\s/>])((?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+)>"
    rb"(?:\s*<(?:\w+:)?p\b[^<>]*>([^<]{0,40})<)?"
)

COMPUTED = re.compile(rb"\bformula=")
SAYS_ERROR = re.compile(rb"\bcalcext:value-type=[\"']error[\"']")
SHOWN_ERROR = re.compile(rb"#[^\s#]{2,12}[!?]|#N/[AD]|Err:\d{3}")
RESULT = re.compile(rb"\boffice:(?:value|date-value|time-value|boolean-value)=")
IS_TEXT = re.compile(rb"\boffice:value-type=[\"']string[\"']")
MOST_MARKED = 1_000

# Exceptions raised by damaged files and files of another kind.
UNREADABLE = (
    expat.ExpatError,
    zipfile.BadZipFile,
    struct.error,
    KeyError,
    IndexError,
    StopIteration,
    OSError,
    ValueError,
)

Element = Callable[[str, dict[str, str]], None]


class Unseen(NamedTuple):
    """Numbers of hidden rows, how many cells have a comment, and indexes of hidden columns."""

    rows: frozenset[int] = frozenset()
    comments: int = 0
    columns: frozenset[int] = frozenset()


class HasDoctype(ValueError):
    """A part with a document type: only a malicious workbook has one."""


def unseen_in(content: bytes, index: int) -> Unseen:
    """What the sheet at that index of an XLSX or ODS hides; empty for other files and unreadable parts."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if WORKBOOK not in archive.namelist():
                return _unseen_in_ods(archive, index)
            part = _part_of_sheet(archive, index)
            rows, columns = _hidden_in(archive, part)
            return Unseen(rows, _comments(archive, part), columns)
    except UNREADABLE:
        return Unseen()


def lost_in(content: bytes, index: int) -> dict[int, dict[int, str]]:
    """Markers for cells that the parser wrongly returns empty or as a number, by row from 1 and column from 0."""
    lost: dict[int, dict[int, str]] = {}
    try:
        if content.startswith(SIGNATURE):
            return lost_in_xls(content, index)
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            if WORKBOOK not in archive.namelist():
                return _lost_in_ods(archive, index)
            rest = b""
            for piece in _pieces(archive, _part_of_sheet(archive, index)):
                whole = rest + piece
                for pattern, mark in LOST_CELLS:
                    for tag in pattern.findall(whole):
                        if cell := CELL.search(tag):
                            lost.setdefault(int(cell[2]), {})[_column_index(cell[1])] = mark
                rest = whole[max(0, whole.rfind(b"<c ")) :][-LONGEST_TAG:]
    except UNREADABLE:
        return {}
    return lost


def _lost_in_ods(archive: zipfile.ZipFile, index: int) -> dict[int, dict[int, str]]:
    """The markers of `lost_in` for an ODS, where one tag may represent many cells or rows."""
    lost: dict[int, dict[int, str]] = {}
    table, number, following, column = -1, 0, 1, 0
    for name, tag, shown in _cells_of_ods(archive):
        times = int(match[1]) if (match := REPEATED.search(tag)) else 1
        if name == b"table":
            table += 1
            number, following = 0, 1
        elif table != index:
            continue
        elif name == b"table-row":
            number, following, column = following, following + times, 0
        else:
            if mark := _mark_of(tag, shown):
                for row in range(number, min(following, number + MOST_MARKED)):
                    places = range(column, min(column + times, MOST_COLUMNS))
                    lost.setdefault(row, {}).update(dict.fromkeys(places, mark))
            column += times
    return lost


def _cells_of_ods(archive: zipfile.ZipFile) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Tables, rows and cells: name, tag, and how the displayed content begins."""
    rest = b""
    for piece in _pieces(archive, "content.xml"):
        whole = rest + piece
        # The displayed content may be in the next piece.
        end = max(whole.rfind(b"<", 0, whole.rfind(b"table-cell") + 1), 0)
        yield from IN_ROWS.findall(whole[:end])
        rest = whole[end:]
    yield from IN_ROWS.findall(rest)


def _mark_of(tag: bytes, shown: bytes) -> str:
    """The marker for a cell with an error, or an uncomputed formula; empty for any other."""
    if SAYS_ERROR.search(tag):
        return "#N/A"
    if not COMPUTED.search(tag):
        return ""
    if SHOWN_ERROR.fullmatch(shown.strip()):
        return "#N/A"
    return "" if RESULT.search(tag) or IS_TEXT.search(tag) else "=?"


def _column_index(letters: bytes) -> int:
    """0 for `A`, 26 for `AA`."""
    index = 0
    for letter in letters:
        index = index * 26 + letter - 64
    return index - 1


def _walk(archive: zipfile.ZipFile, part: str, on_element: Element) -> None:
    """Calls `on_element` with the name, without prefix, and the attributes of each element. Raises HasDoctype."""

    def refuse(*_declared: object) -> NoReturn:
        raise HasDoctype(part)

    def start(name: str, attributes: dict[str, str]) -> None:
        on_element(name.rpartition(":")[2], attributes)

    parser = expat.ParserCreate()
    parser.StartDoctypeDeclHandler = refuse
    parser.StartElementHandler = start
    with archive.open(part) as stream:
        parser.ParseFile(stream)


def _related(archive: zipfile.ZipFile, part: str) -> dict[str, tuple[str, str]]:
    """The parts that a part refers to, by id: kind and name."""
    folder, name = posixpath.split(part)
    parts: dict[str, tuple[str, str]] = {}

    def collect(element: str, attributes: dict[str, str]) -> None:
        if element == "Relationship" and attributes.get("TargetMode") != "External":
            target = posixpath.normpath(posixpath.join("/", folder, attributes["Target"]))
            parts[attributes["Id"]] = attributes["Type"].rpartition("/")[2], target.lstrip("/")

    relations = f"{folder}/_rels/{name}.rels"
    if relations in archive.namelist():
        _walk(archive, relations, collect)
    return parts


def _part_of_sheet(archive: zipfile.ZipFile, index: int) -> str:
    sheets: list[str] = []

    def collect(element: str, attributes: dict[str, str]) -> None:
        if element == "sheet":
            sheets.append(next(value for name, value in attributes.items() if name.endswith(":id")))

    _walk(archive, WORKBOOK, collect)
    return _related(archive, WORKBOOK)[sheets[index]][1]


def _hidden_in(archive: zipfile.ZipFile, part: str) -> tuple[frozenset[int], frozenset[int]]:
    """Numbers of hidden rows and indexes of hidden columns.

    Searches for their tags only: parsing millions of cells for a few marks would cost as much as reading them.
    """
    rows: set[int] = set()
    columns: set[int] = set()
    last = 0
    for whole in _pieces(archive, part):
        for tag in ROW.findall(whole):
            number = ROW_NUMBER.search(tag)
            last = int(number[1]) if number else last + 1
            if HIDDEN.search(tag):
                rows.add(last)
        for tag in filter(HIDDEN.search, COLUMNS.findall(whole)):
            first, until = (int(edge[1]) if (edge := each.search(tag)) else 0 for each in EDGES)
            columns |= set(range(first - 1, min(until, MOST_COLUMNS)))
    return frozenset(rows), frozenset(columns)


def _pieces(archive: zipfile.ZipFile, part: str) -> Iterator[bytes]:
    """The part in pieces that end between tags."""
    rest = b""
    with archive.open(part) as stream:
        while piece := stream.read(PIECE):
            whole, opened, rest = (rest + piece).rpartition(b"<")
            yield whole
            # An unfinished tag is joined with the next piece; tags of rows are short.
            rest = opened + rest[-LONGEST_TAG:]


def _unseen_in_ods(archive: zipfile.ZipFile, index: int) -> Unseen:
    hidden: dict[bytes, set[int]] = {b"table-row": set(), b"table-column": set()}
    passed: Counter[bytes] = Counter()
    table = -1
    for whole in _pieces(archive, "content.xml"):
        for name, tag in IN_TABLE.findall(whole):
            table += name == b"table"
            if table != index:
                continue
            times = int(match[1]) if (match := REPEATED.search(tag)) else 1
            if name in hidden and COLLAPSED.search(tag):
                hidden[name] |= set(range(passed[name], min(passed[name] + times, MOST_ROWS)))
            passed[name] += times
    rows = frozenset(row + 1 for row in hidden[b"table-row"])
    columns = frozenset(each for each in hidden[b"table-column"] if each < MOST_COLUMNS)
    return Unseen(rows, passed[b"annotation"], columns)


def _comments(archive: zipfile.ZipFile, part: str) -> int:
    cells: set[str] = set()

    def collect(element: str, attributes: dict[str, str]) -> None:
        if element == "comment":
            cells.add(attributes.get("ref", ""))

    for kind, name in _related(archive, part).values():
        if kind == "comments":
            _walk(archive, name, collect)
    return len(cells)
