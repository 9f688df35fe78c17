"""Fifty files that no office should send and one day somebody does, made in memory."""

import io
import struct
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field

import xlwt

from imports.choices import RowFault
from imports.rules.choices import SheetFault
from tests.imports.sheets import as_csv, as_xlsx

HEAD = ["Nombres", "Apellidos", "Edad"]
GOOD = [HEAD, ["Ana", "Rojas", "30"]]
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
MIB = 1024 * 1024
BAD_DATES = [
    ("31/02/1991", RowFault.NO_SUCH_DAY),
    ("30-feb-91", RowFault.DATE_NOT_UNDERSTOOD),
    ("00/00/0000", RowFault.NO_SUCH_DAY),
    ("02/23/1991", RowFault.MONTH_FIRST),
    ("12-31-1991", RowFault.MONTH_FIRST),
    ("23/02", RowFault.DATE_WITHOUT_YEAR),
    ("23 de febrero", RowFault.DATE_WITHOUT_YEAR),
    ("1991-13-01", RowFault.NO_SUCH_DAY),
    ("32/01/1991", RowFault.NO_SUCH_DAY),
    ("23/02/19911", RowFault.DATE_NOT_UNDERSTOOD),
    ("ayer", RowFault.DATE_NOT_UNDERSTOOD),
    ("99999", RowFault.DATE_NOT_UNDERSTOOD),
    ("01/01/2999", RowFault.FUTURE),
    ("01/01/1066", RowFault.TOO_LONG_AGO),
    ("=HOY()", RowFault.FORMULA),
    ("#¡VALOR!", RowFault.CELL_ERROR),
    ("12 foo 1991", RowFault.DATE_NOT_UNDERSTOOD),
]


@dataclass(frozen=True)
class Malformed:
    """A file, and what must be said: of the file as a whole (with row and column from 0), or of its rows."""

    name: str
    content: Callable[[], bytes]
    fault: SheetFault | None = None
    row: int | None = None
    column: int | None = None
    rows: dict[tuple[int, str], str] = field(default_factory=dict)


def zipped(parts: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return stream.getvalue()


def with_part(name: str, content: bytes, *, book: bytes = b"") -> bytes:
    """A good workbook with one part put in or exchanged."""
    with zipfile.ZipFile(io.BytesIO(book or as_xlsx(GOOD))) as archive:
        parts = {part: archive.read(part) for part in archive.namelist()}
    return zipped({**parts, name: content})


def bomb() -> bytes:
    """A workbook whose sheet unpacks to 64 MiB of blanks, a thousand times its size."""
    return with_part("xl/worksheets/sheet1.xml", b" " * 64 * MIB)


def says_a_gigabyte() -> bytes:
    """The directory says that a part has 1 GiB."""
    content = bytearray(as_xlsx(GOOD))
    place = content.find(b"PK\x01\x02")
    content[place + 24 : place + 28] = struct.pack("<I", 1 << 30)
    return bytes(content)


def with_encrypted_part() -> bytes:
    content = bytearray(as_xlsx(GOOD))
    place = content.find(b"PK\x01\x02")
    content[place + 8] |= 1
    return bytes(content)


def ole(*names: str) -> bytes:
    return OLE + b"\0" * 504 + b"".join(name.encode("utf-16-le") + b"\0" * 64 for name in names)


def far_cell() -> bytes:
    """Two cells, as far apart as a sheet reaches: a reader that fills the space between dies."""
    return with_part(
        "xl/worksheets/sheet1.xml",
        b'<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<dimension ref="A1:XFD1048576"/><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>Nombres</t></is>'
        b'</c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row></sheetData></worksheet>',
    )


def laughing() -> bytes:
    """XML entities that grow into each other."""
    lines = ['<!ENTITY a0 "jajajajaja">']
    lines += [f'<!ENTITY a{n} "{f"&a{n - 1};" * 10}">' for n in range(1, 10)]
    return with_part(
        "xl/worksheets/sheet1.xml",
        f'<?xml version="1.0"?><!DOCTYPE x [{"".join(lines)}]><worksheet><sheetData><row r="1">'
        '<c r="A1" t="inlineStr"><is><t>&a9;</t></is></c></row></sheetData></worksheet>'.encode(),
    )


def old_workbook() -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Hoja1")
    for number, row in enumerate(GOOD):
        for column, text in enumerate(row):
            sheet.write(number, column, text)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def dated() -> bytes:
    rows = [["Ana", "Rojas", text] for text, _ in BAD_DATES]
    return as_xlsx([["Nombres", "Apellidos", "Fecha de nacimiento"], *rows])


def mixed() -> bytes:
    return "Nombres;Apellidos\nJosé;Peña\n".encode() + "Ines;Muñoz\n".encode("cp1252")


F = SheetFault
FILES: dict[str, Malformed] = {
    "empty": Malformed("a.xlsx", lambda: b"", F.EMPTY),
    "only blanks": Malformed("a.csv", lambda: b" \r\n \r\n", F.EMPTY),
    "only delimiters": Malformed("a.csv", lambda: b";;;\n;;;\n", F.EMPTY),
    "a PDF with the wrong ending": Malformed("a.xlsx", lambda: b"%PDF-1.7 x", F.NOT_ITS_ENDING),
    "a photo with the wrong ending": Malformed("a.csv", lambda: b"\xff\xd8\xff\xe0 x", F.NOT_ITS_ENDING),
    "a program": Malformed("a.exe", lambda: b"MZ\x90", F.UNKNOWN_ENDING),
    "no ending": Malformed("llegadas", lambda: as_xlsx(GOOD), F.UNKNOWN_ENDING),
    "an archive of something else": Malformed("a.xlsx", lambda: zipped({"a.txt": b"x"}), F.NOT_ITS_ENDING),
    "truncated": Malformed("a.xlsx", lambda: as_xlsx(GOOD)[:-200], F.BROKEN),
    "half a workbook": Malformed("a.xlsx", lambda: as_xlsx(GOOD)[:900], F.BROKEN),
    "zip bomb": Malformed("a.xlsx", bomb, F.BOMB),
    "a gigabyte declared": Malformed("a.xlsx", says_a_gigabyte, F.BOMB),
    "three thousand parts": Malformed(
        "a.xlsx", lambda: zipped({f"{n}.xml": b"" for n in range(3000)}), F.BOMB
    ),
    "behind a password": Malformed("a.xlsx", lambda: ole("EncryptedPackage"), F.ENCRYPTED),
    "an encrypted part": Malformed("a.xlsx", with_encrypted_part, F.ENCRYPTED),
    "macros by their ending": Malformed("a.xlsm", lambda: as_xlsx(GOOD), F.HAS_MACROS),
    "macros renamed": Malformed(
        "a.xlsx", lambda: with_part("xl/vbaProject.bin", b"x"), F.HAS_MACROS
    ),
    "macros of old": Malformed("a.xls", lambda: ole("Workbook", "_VBA_PROJECT"), F.HAS_MACROS),
    "a web page as XLS": Malformed("a.xls", lambda: b"<html><table></table></html>", F.IS_A_WEB_PAGE),
    "XML of 2003 as XLS": Malformed("a.xls", lambda: b'<?xml version="1.0"?><Workbook/>', F.IS_A_WEB_PAGE),
    "CSV as XLSX": Malformed("a.xlsx", lambda: as_csv(GOOD), F.NOT_ITS_ENDING),
    "XLSX as CSV": Malformed("a.csv", lambda: as_xlsx(GOOD), F.NOT_ITS_ENDING),
    "XLSX as XLS": Malformed("a.xls", lambda: as_xlsx(GOOD), F.NOT_ITS_ENDING),
    "XLS as XLSX": Malformed("a.xlsx", old_workbook, F.NOT_ITS_ENDING),
    "a text document as ODS": Malformed(
        "a.ods", lambda: zipped({"mimetype": b"application/vnd.oasis.opendocument.text"}), F.NOT_ITS_ENDING
    ),
    "an old workbook cut off": Malformed("a.xls", lambda: old_workbook()[:3000], F.NOT_ITS_ENDING),
    "nul bytes": Malformed("a.csv", lambda: b"Nombres;Edad\nAna;3\x000\n", F.NUL_BYTES, row=2, column=1),
    "mixed encodings": Malformed("a.csv", mixed, F.MIXED_ENCODINGS, row=3, column=1),
    "UTF-16 cut in a letter": Malformed(
        "a.csv", lambda: as_csv(GOOD, encoding="utf-16")[:-3], F.MIXED_ENCODINGS, row=2, column=2
    ),
    "headings only": Malformed("a.xlsx", lambda: as_xlsx([HEAD]), F.NO_ROWS, row=1),
    "no headings": Malformed("a.csv", lambda: as_csv(GOOD[1:] * 3), F.NO_HEADINGS, row=1),
    "one column": Malformed("a.csv", lambda: b"uno\ndos\ntres\n", F.NO_COLUMNS, row=1),
    "ten thousand columns": Malformed(
        "a.csv", lambda: as_csv([HEAD, ["x"] * 10_000]), F.TOO_MANY_COLUMNS, row=2, column=200
    ),
    "ten thousand columns in a workbook": Malformed(
        "a.xlsx", lambda: as_xlsx([HEAD, ["x"] * 10_000]), F.TOO_MANY_COLUMNS, row=2, column=200
    ),
    "too many rows": Malformed(
        "a.csv", lambda: as_csv([HEAD, *[["Ana", "Rojas", "30"]] * 25_100]), F.TOO_MANY_ROWS, row=25_031
    ),
    "a cell at the far end": Malformed("a.xlsx", far_cell, F.TOO_LARGE_INSIDE),
    "an open quotation mark": Malformed(
        "a.csv", lambda: b'Nombres;Edad\nAna;30\nLuis;"40\n' + b"x;1\n" * 20_000, F.OPEN_QUOTE, row=3, column=1
    ),
    "a quotation mark open to the end": Malformed(
        "a.csv", lambda: b'Nombres;Edad;Nota\nAna;30;\nLuis;40;"\nEva;50;\n', F.OPEN_QUOTE, row=3, column=2
    ),
    "a quotation mark open in the last row": Malformed(
        "a.csv", lambda: b'Nombres;Edad;Nota\nAna;30;\nLuis;"40;x', F.OPEN_QUOTE, row=3, column=1
    ),
    "two quotation marks that take in a row": Malformed(
        "a.csv", lambda: b'Nombres;Edad;Nota\nLuis;40;"\nAna;30;"\nEva;50;\n', F.ROWS_IN_A_CELL, row=2, column=2
    ),
    "a quotation mark that another row closes": Malformed(
        "a.csv", lambda: b'Nombres;Edad\nEva;50\n"Luis;40\nAna;30\n"Leo";20\n', F.ROWS_IN_A_CELL, row=3, column=0
    ),
    "quotation marks around rows cut short": Malformed(
        "a.csv",
        lambda: b'Nombres,Edad,Sexo,Nota\nEva,50,F,\nLuis,"40\nAna,30\nLeo,20,M,x"\n',
        F.ROWS_IN_A_CELL, row=3, column=1,
    ),
    "a column of names in one cell": Malformed(
        "a.csv", lambda: b'Nombres\nEva\n"Luis\nAna"\nLeo\n', F.ROWS_IN_A_CELL, row=3, column=0
    ),
    "a cell of a megabyte": Malformed(
        "a.csv", lambda: as_csv([HEAD, ["Ana", "x" * MIB, ""]]), F.CELL_TOO_LONG, row=2, column=1
    ),
    "more than 25 MiB": Malformed("a.csv", lambda: as_csv(GOOD) + b"\n" * 26 * MIB, F.TOO_BIG),
    "entities that grow": Malformed("a.xlsx", laughing, F.BROKEN),
    "a sheet that is no XML": Malformed(
        "a.xlsx", lambda: with_part("xl/worksheets/sheet1.xml", b"<<<>>>"), F.BROKEN
    ),
    "two rows of headings": Malformed("a.xlsx", lambda: as_xlsx([*GOOD, HEAD, ["Luis", "Mora", "9"]])),
    "a note of several lines": Malformed(
        "a.csv",
        lambda: as_csv(
            [[*HEAD, "Nota"], ["Ana", "Rojas", "x", "Vino sola; enferma,\r\ncon \"fiebre\"\n"], ["Eva", "Mora", "y", ""]]
        ),
        rows={(2, "age"): RowFault.AGE_NOT_UNDERSTOOD, (5, "age"): RowFault.AGE_NOT_UNDERSTOOD},
    ),
    "formulas": Malformed(
        "a.csv",
        lambda: as_csv([HEAD, ["=cmd|' /C calc'!A0", "Rojas", "30"], ["Ana", "@SUM(A1)", "30"]]),
        rows={(2, "given_names"): RowFault.FORMULA, (3, "family_names"): RowFault.FORMULA},
    ),
    "seventeen kinds of bad dates": Malformed(
        "a.xlsx",
        dated,
        rows={(place + 2, "birth"): fault for place, (_, fault) in enumerate(BAD_DATES)},
    ),
    "cells that failed": Malformed(
        "a.csv",
        lambda: as_csv([HEAD, ["#REF!", "Rojas", "#N/A"]]),
        rows={(2, "given_names"): RowFault.CELL_ERROR, (2, "age"): RowFault.CELL_ERROR},
    ),
}  # fmt: skip
