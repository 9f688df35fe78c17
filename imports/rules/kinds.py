"""Detects the kind of an uploaded file by its content, and limits its size before it is unpacked."""

import io
import zipfile

from django.utils.translation import gettext as _

from imports.rules.choices import SheetFault
from imports.rules.text import column_letter

MOST_BYTES = 25 * 1024 * 1024
MOST_UNPACKED = 300 * 1024 * 1024
MOST_RATIO = 150

# The ratio of a smaller part is not checked: it is harmless, and may compress better than a sheet of people.
RATIO_COUNTS_FROM = 5 * 1024 * 1024
MOST_PARTS = 2_000
KINDS = ("xlsx", "xls", "ods", "csv")
OLE = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ODS_TYPE = b"application/vnd.oasis.opendocument.spreadsheet"


class SheetRefused(ValueError):
    """A file that cannot be read, with the row (from 1) and column (from 0) if known."""

    def __init__(
        self, fault: SheetFault, *, row: int | None = None, column: int | None = None
    ) -> None:
        super().__init__(fault)
        self.fault = fault
        self.row = row
        self.column = column


def fault_in_words(fault: SheetFault, row: int | None, column: int | None) -> str:
    """The fault with its row and column, as far as they are known: `Row 14, column C: ...`."""
    where = ""
    if row and column is not None:
        values = {"row": row, "column": column_letter(column)}
        where = _("Row %(row)s, column %(column)s:") % values
    elif row:
        where = _("Row %(row)s:") % {"row": row}
    return f"{where} {fault.label}".strip()


def kind_of(file_name: str, content: bytes) -> str:
    """`xlsx`, `xls`, `ods` or `csv`. Raises SheetRefused if extension and content differ."""
    extension = file_name.rpartition(".")[2].lower() if "." in file_name else ""
    if not content.strip(b"\0 \t\r\n"):
        raise SheetRefused(SheetFault.EMPTY)
    if len(content) > MOST_BYTES:
        raise SheetRefused(SheetFault.TOO_BIG)
    if extension in {"xlsm", "xltm", "xlsb", "xlam"}:
        raise SheetRefused(SheetFault.HAS_MACROS)
    if extension == "txt" or extension == "tsv":
        extension = "csv"
    if extension not in KINDS:
        raise SheetRefused(SheetFault.UNKNOWN_ENDING)
    kind = _by_content(content)
    if kind != extension:
        raise SheetRefused(SheetFault.NOT_ITS_ENDING)
    return extension


def _by_content(content: bytes) -> str:
    if content.startswith(OLE):
        return _kind_of_ole(content)
    if content.startswith(b"PK"):
        return _kind_of_archive(content)
    start = content[:4096].lstrip(b"\xef\xbb\xbf \t\r\n").lower()
    if start.startswith(
        (b"<!doctype", b"<html", b"<table", b"<?xml", b"<head", b"<meta", b"<style")
    ):
        raise SheetRefused(SheetFault.IS_A_WEB_PAGE)
    if start.startswith(
        (b"%pdf", b"\x89png", b"\xff\xd8\xff", b"gif8", b"{\\rtf", b"mz", b"\x7felf")
    ):
        raise SheetRefused(SheetFault.NOT_ITS_ENDING)
    return "csv"


def _kind_of_ole(content: bytes) -> str:
    """An XLS file; a password-protected XLSX has the same container."""
    if "EncryptedPackage".encode("utf-16-le") in content:
        raise SheetRefused(SheetFault.ENCRYPTED)
    if "_VBA_PROJECT".encode("utf-16-le") in content:
        raise SheetRefused(SheetFault.HAS_MACROS)
    if any(name.encode("utf-16-le") in content for name in ("Workbook", "Book")):
        return "xls"
    raise SheetRefused(SheetFault.NOT_ITS_ENDING)


def _kind_of_archive(content: bytes) -> str:
    """Reads the archive's directory and only the tiny part `mimetype`. Raises SheetRefused."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            _refuse_bombs(parts, len(content))
            names = {part.filename for part in parts}
            if any(part.flag_bits & 1 for part in parts):
                raise SheetRefused(SheetFault.ENCRYPTED)
            if any(name.lower().endswith("vbaproject.bin") for name in names):
                raise SheetRefused(SheetFault.HAS_MACROS)
            if "xl/workbook.xml" in names:
                return "xlsx"
            if "mimetype" in names and archive.getinfo("mimetype").file_size < 200:
                return "ods" if archive.read("mimetype").startswith(ODS_TYPE) else "other"
    except (zipfile.BadZipFile, NotImplementedError, EOFError, OSError, ValueError) as error:
        if isinstance(error, SheetRefused):
            raise
        raise SheetRefused(SheetFault.BROKEN) from error
    return "other"


def _refuse_bombs(parts: list[zipfile.ZipInfo], size: int) -> None:
    unpacked = sum(part.file_size for part in parts)
    if len(parts) > MOST_PARTS or unpacked > MOST_UNPACKED:
        raise SheetRefused(SheetFault.BOMB)
    for part in parts:
        ratio = part.file_size / max(1, part.compress_size)
        if part.file_size > RATIO_COUNTS_FROM and ratio > MOST_RATIO:
            raise SheetRefused(SheetFault.BOMB)
    if sum(part.compress_size for part in parts) > size:
        raise SheetRefused(SheetFault.BOMB)
