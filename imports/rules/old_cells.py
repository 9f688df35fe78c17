"""Cells of an XLS file that the parser wrongly returns empty: errors, and formulas without a computed result.

The file is a small file system (MS-CFB) with one stream of records (MS-XLS), which says where each sheet begins. Read in the
confined process. Imports nothing of Django.
"""

import struct
from collections.abc import Iterator

SIGNATURE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
END_OF_CHAIN = 0xFFFFFFFA
STREAM_NAMES = ("Workbook", "Book")
BEGIN, END, SHEET = 0x809, 0x0A, 0x85
BOOL_OR_ERROR, FORMULA = 0x205, {0x006, 0x206, 0x406}

# A formula stores another kind of result in place of a number.
NOT_A_NUMBER, IS_ERROR, IS_EMPTY = b"\xff\xff", 2, 3

ERRORS = {
    0x00: "#NULL!",
    0x07: "#DIV/0!",
    0x0F: "#VALUE!",
    0x17: "#REF!",
    0x1D: "#NAME?",
    0x24: "#NUM!",
    0x2A: "#N/A",
}

Lost = dict[int, dict[int, str]]


def lost_in_xls(content: bytes, index: int) -> Lost:
    """Markers for wrongly empty cells, such as `#N/A`, by row (from 1) and column (from 0). `index` is the sheet's index.

    Raises ValueError, IndexError or struct.error for other files.
    """
    stream = _stream(content)
    offsets = [
        struct.unpack_from("<I", body)[0] for kind, body in _records(stream, 0) if kind == SHEET
    ]
    lost: Lost = {}
    empty: list[tuple[int, int]] = []
    is_computed = False
    for kind, body in _records(stream, offsets[index]):
        if kind != BOOL_OR_ERROR and kind not in FORMULA:
            continue
        row, column = struct.unpack_from("<HH", body)
        if kind == BOOL_OR_ERROR:
            code = body[6] if body[7] else None
        else:
            result = body[6:14]
            is_no_number = result[6:8] == NOT_A_NUMBER
            code = result[2] if is_no_number and result[0] == IS_ERROR else None
            if is_no_number and result[0] == IS_EMPTY:
                empty.append((row, column))
            else:
                is_computed = True
        if code is not None:
            lost.setdefault(row + 1, {})[column] = ERRORS.get(code, "#N/A")
    # A formula may return an empty text. If all formulas of the sheet do, they were never computed.
    for row, column in [] if is_computed else empty:
        lost.setdefault(row + 1, {})[column] = "=?"
    return lost


def _records(stream: bytes, at: int) -> Iterator[tuple[int, bytes]]:
    """The records of one part of the stream; an embedded chart has an end of its own."""
    depth = 0
    while at + 4 <= len(stream):
        kind, length = struct.unpack_from("<HH", stream, at)
        depth += (kind == BEGIN) - (kind == END)
        if depth <= 0:
            return
        if depth == 1:
            yield kind, stream[at + 4 : at + 4 + length]
        at += 4 + length


def _stream(content: bytes) -> bytes:
    """The stream of the workbook's records."""
    if content[:8] != SIGNATURE:
        raise ValueError("no old workbook")
    size, small = (1 << shift for shift in struct.unpack_from("<HH", content, 30))
    table, directory, cutoff, small_table = (
        struct.unpack_from("<I", content, at)[0] for at in (44, 48, 56, 60)
    )

    def sector(number: int) -> bytes:
        return content[(number + 1) * size : (number + 2) * size]

    def numbers(data: bytes) -> list[int]:
        return list(struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4]))

    def chain(first: int, follows: list[int]) -> Iterator[int]:
        for _each in follows:
            if first >= END_OF_CHAIN:
                return
            yield first
            first = follows[first]

    places = numbers(content[76:512])
    more, left = struct.unpack_from("<II", content, 68)
    while more < END_OF_CHAIN and left:
        *further, more = numbers(sector(more))
        places, left = places + further, left - 1
    follows = [each for index in places[:table] for each in numbers(sector(index))]

    def whole(first: int) -> bytes:
        return b"".join(map(sector, chain(first, follows)))

    entries = whole(directory)
    entry_by_name = {_name(entry): entry for entry in map(bytes, _cut(entries, 128))}
    workbook = next(entry_by_name[name] for name in STREAM_NAMES if name in entry_by_name)
    first, length = struct.unpack_from("<II", workbook, 116)
    if length >= cutoff:
        return whole(first)[:length]
    small_sectors = whole(struct.unpack_from("<I", entries, 116)[0])
    pieces = _cut(small_sectors, small)
    return b"".join(pieces[each] for each in chain(first, numbers(whole(small_table))))[:length]


def _cut(data: bytes, size: int) -> list[bytes]:
    return [data[at : at + size] for at in range(0, len(data), size)]


def _name(entry: bytes) -> str:
    length = struct.unpack_from("<H", entry, 64)[0]
    return entry[: max(length - 2, 0)].decode("utf-16-le", "replace")
