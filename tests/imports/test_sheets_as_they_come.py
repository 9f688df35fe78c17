"""Sheets as thirty more offices send them: each cell is on file as it was meant, or its row is asked about."""

import datetime
import io
import zipfile
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest
import time_machine
import xlsxwriter
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from imports.choices import ImportStatus, RowDoubt, RowFault
from imports.rows import columns_not_imported
from imports.rules.choices import SheetFault
from tests.cast import Cast, log_in
from tests.imports.malformed import zipped
from tests.imports.on_file import asked, on_file, through
from tests.imports.sheets import as_csv, as_workbook, as_xlsx, batch_of, press, put_on_file, upload

pytestmark = pytest.mark.usefixtures("house")
NOW = datetime.datetime(2026, 11, 26, 15, tzinfo=datetime.UTC)
D = datetime.date


class Sent(NamedTuple):
    """A file, who is on file afterwards, what rows are asked, and how many lines are about nobody."""

    name: str
    content: bytes
    people: Sequence[str] = ()
    asks: dict[int, set[str]] = {}
    unread: int = 0


def drawn(draw: Callable[[Any, Any], None]) -> bytes:
    """A workbook as `draw` writes it."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        draw(book, book.add_worksheet("Hoja1"))
    return stream.getvalue()


def merged(_book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Familia", "Nombres", "Apellidos", "Edad", "Parentesco"])
    sheet.merge_range(1, 0, 2, 0, "F-1")
    sheet.write_row(1, 1, ["Luis", "Mora", 30, "titular"])
    sheet.write_row(2, 1, ["Sol", "Mora", 6, "hija"])
    sheet.write_row(3, 0, ["F-2", "Ana", "Peña", 29, "titular"])


def filtered(_book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Nombre", "Edad"])
    sheet.write_row(1, 0, ["Luis Mora", 30])
    sheet.write_row(2, 0, ["Ana Peña", 29])
    sheet.autofilter(0, 0, 2, 1)
    sheet.set_row(2, options={"hidden": True})


def remarked(_book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Nombre", "Edad"])
    sheet.write_row(1, 0, ["Luis Mora", 30])
    sheet.write_comment(1, 1, "tiene 31")


def computed(_book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Nombre", "Edad"])
    sheet.write(1, 0, "Luis Mora")
    sheet.write_formula(1, 1, "=2026-1991", None, 0)
    sheet.write_row(2, 0, ["Ana Peña", 29])


def failed(_book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Nombre", "Edad"])
    sheet.write(1, 0, "Luis Mora")
    sheet.write_formula(1, 1, "=VLOOKUP(A2,B:C,2,0)", None, "#N/A")


def without_values(content: bytes) -> bytes:
    """The workbook as a program leaves it that writes formulas and computes none."""
    with zipfile.ZipFile(io.BytesIO(content)) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    return zipped(
        {name: part.replace(b"</f><v>0</v>", b"</f><v></v>") for name, part in parts.items()}
    )


def dated(book: Any, sheet: Any) -> None:
    sheet.write_row(0, 0, ["Nombre", "Fecha de nacimiento", "Fecha de llegada"])
    day = book.add_format({"num_format": "dd/mm/yyyy"})
    sheet.write(1, 0, "Luis Mora")
    sheet.write_datetime(1, 1, D(1991, 4, 3), day)
    sheet.write_datetime(1, 2, D(2026, 11, 24), day)
    sheet.write_row(2, 0, ["Ana Peña", 33000, "24/11/2026"])
    sheet.write_row(3, 0, ["Rosa Vera", "33000 (aprox.)", "24/11/2026"])


def as_ods(rows: Sequence[Sequence[Any]]) -> bytes:
    """As LibreOffice writes it: values with their kind, and empty cells repeated to the edge."""
    book, table = OpenDocumentSpreadsheet(), Table(name="Hoja1")
    for cells in rows:
        row = TableRow()
        for value in cells:
            if isinstance(value, datetime.date):
                cell = TableCell(valuetype="date", datevalue=value.isoformat())
            elif isinstance(value, int):
                cell = TableCell(valuetype="float", value=str(value))
            else:
                cell = TableCell(valuetype="string")
                cell.addElement(P(text=value))
            row.addElement(cell)
        row.addElement(TableCell(numbercolumnsrepeated=1000))
        table.addElement(row)
    empty = TableRow(numberrowsrepeated=1000)
    empty.addElement(TableCell(numbercolumnsrepeated=1000))
    table.addElement(empty)
    book.spreadsheet.addElement(table)
    stream = io.BytesIO()
    book.write(stream)
    return stream.getvalue()


def as_old_xls(rows: Sequence[Sequence[Any]]) -> bytes:
    book = xlwt.Workbook(encoding="cp1252")
    sheet, day = book.add_sheet("Hoja1"), xlwt.easyxf(num_format_str="DD/MM/YYYY")
    for number, cells in enumerate(rows):
        for column, value in enumerate(cells):
            style = [day] if isinstance(value, datetime.date) else []
            sheet.write(number, column, value, *style)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


LUIS = "Luis / Mora · u · 1996 age · FP 25.11."
ANA = "Ana / Peña · u · 1997 age · FP 25.11."
NAMED = ["Nombre", "Edad"]
OLD = [["NOMBRE", "EDAD", "CÉDULA"], ["BEGOÑA MUÑOZ", "33", "12.345.678,00"]]
BEGONA = "Begoña / Muñoz · u · 1993 age · 12.345.678 · FP 25.11."

SHEETS = {
    "a fund with groups of headings above": Sent("a.xlsx", as_xlsx([
        ["Datos personales", "", "", "Documento", "", "Contacto"], ["Nombres", "Apellidos", "Edad", "Tipo", "Número", "Teléfono"],
        ["Luis", "Mora", "30", "CC", "V-12345678", "3101234567"],
    ]), ["Luis / Mora · u · 1996 age · V-12345678 · +573101234567 · FP 25.11."]),
    "a clinic with units in its headings": Sent("a.xlsx", as_xlsx([
        ["Nombre", "Edad (meses)", "Peso (kg)", "Parentesco"],
        ["Luis Mora", "30 años", "", "titular"], ["Sol Mora", "8", "7,5", "hija"],
    ]), [LUIS, "Sol / Mora · u · 2026-03-01 month · DAU 25.11."]),
    "a parish with merged families": Sent("a.xlsx", drawn(merged), [
        "Ana / Peña · u · 1997 age · FP 25.11.", LUIS, "Sol / Mora · u · 2020 age · DAU 25.11."]),
    "an ombudsman who repeats by ditto marks": Sent("a.xlsx", as_xlsx([
        ["Nombres", "Apellidos", "Edad", "Parentesco"], ["Luis", "Mora", "30", "titular"], ["Ana", '"', "29", "esposa"],
        ["Sol", "ídem", "6", "hija"], ["Iker", "''", "5", "hijo"], ["Iván", "〃", "4", "hijo"],
    ]), asks={2: set(), **{row: {RowFault.DITTO} for row in (3, 4, 5, 6)}}),
    "a school with a column of notes after each": Sent("a.xlsx", as_xlsx([
        ["Nombre", "Nota", "Edad", "Nota", "Teléfono", "Nota"],
        ["Luis Mora", "falta", "30", "17 de mayo", "3101234567", "de la tía"],
    ]), ["Luis / Mora · u · 1996 age · +573101234567 · FP 25.11."]),
    "a consulate whose dates are numbers, one with a word": Sent("a.xlsx", drawn(dated), [
        "Luis / Mora · u · 1991-04-03 day · FP 24.11.", "Ana / Peña · u · 1990-05-07 day · FP 24.11.",
        "Rosa / Vera · u · 1990 age · FP 24.11.",
    ]),
    "a list for money whose phones are numbers": Sent("a.xlsx", as_xlsx([
        ["Nombre", "Teléfono"], ["Luis Mora", 3101234567.0], ["Ana Peña", "3.107654321E9"],
    ]), ["Luis / Mora · u · None unknown · +573101234567 · FP 25.11."], {3: {RowFault.DOCUMENT_ROUNDED}}),
    "a police post with a machine of 1990": Sent("a.csv", as_csv(OLD, encoding="cp437"), [BEGONA]),
    "a town hall with Latin-1": Sent("a.csv", as_csv(OLD, encoding="latin-1"), [BEGONA]),
    "a journalist with an old Mac": Sent("a.csv", as_csv(OLD, encoding="mac_roman"), [BEGONA]),
    "a bank with semicolons and decimal commas": Sent("a.csv", as_csv([
        ["Nombre", "Edad", "Cédula"], ["Luis Mora", "30,0", "12345678,0"], ["Ana Peña", "29,5", ""],
    ]), ["Luis / Mora · u · 1996 age · 12345678 · FP 25.11.", ANA]),
    "a database with tabs and quotes": Sent("a.tsv",
        b'"Nombre"\t"Edad"\r\n"Mora, Luis"\t"30"\r\n"Pe\xc3\xb1a, Ana"\t"29"\r\n', [LUIS, ANA]),
    "a form of Google": Sent("a.csv", as_csv([
        ["Marca temporal", "Nombre completo", "Edad (años cumplidos)", "Número de teléfono (WhatsApp)", "Acepto"],
        ["25/11/2026 14:03:22", "Luis Mora", "30", "+57 310 123 4567", "Sí, acepto"],
    ], delimiter=","), ["Luis / Mora · u · 1996 age · +573101234567 · FP 25.11."]),
    "a network with LibreOffice": Sent("a.ods", as_ods([
        ["Nombre", "Fecha de nacimiento", "Cédula"], ["Luis Mora", D(1991, 4, 3), 12345678],
    ]), ["Luis / Mora · u · 1991-04-03 day · 12345678 · FP 25.11."]),
    "a ministry with Excel of 2003": Sent("a.xls", as_old_xls([
        ["Nombre", "Fecha de nacimiento", "Cédula"], ["Begoña Muñoz", D(1991, 4, 3), 12345678],
    ]), ["Begoña / Muñoz · u · 1991-04-03 day · 12345678 · FP 25.11."]),
    "a notary with apostrophes before numbers": Sent("a.csv", as_csv([
        ["Nombre", "Cédula", "Edad"], ["Luis Mora", "'12345678", "'30"],
    ]), ["Luis / Mora · u · 1996 age · 12345678 · FP 25.11."]),
    "a shelter that filtered its list": Sent("a.xlsx", drawn(filtered), [LUIS], {3: {RowDoubt.HIDDEN}}),
    "a lawyer who writes comments": Sent("a.xlsx", drawn(remarked), [LUIS]),
    "a program that computes no formulas": Sent("a.xlsx", without_values(drawn(computed)), [ANA], {2: {RowFault.FORMULA}}),
    "a look-up that found nothing": Sent("a.xlsx", drawn(failed), asks={2: {RowFault.CELL_ERROR}}),
    "a web page's blanks": Sent("a.xlsx", as_xlsx([
        ["Nombre\u00a0completo", "\u00a0Edad"], ["Luis\u00a0Mora", "\u00a030\u00a0"], ["Ana\u202fPeña", "29\u00a0años"],
    ]), [LUIS, ANA]),
    "an empty first column": Sent("a.xlsx",
        as_xlsx([["", *NAMED], ["", "Luis Mora", "30"], ["", "Ana Peña", "29"]]), [LUIS, ANA]),
    "a report with a title, a foot and a signature": Sent("a.xlsx", as_xlsx([
        ["ALCALDÍA MUNICIPAL"], ["Censo de población, noviembre"], [], NAMED, ["Luis Mora", "30"], ["Ana Peña", "29"],
        ["TOTAL", "2"], ["Elaboró: Rosa Vera"], ["Los datos de este censo son confidenciales y no pueden publicarse"],
    ]), [LUIS, ANA], unread=3),
    "headings of two lines": Sent("a.xlsx", as_xlsx([
        ["Nombres y\napellidos", "Fecha de\nnacimiento"], ["Luis Mora", "3/4/1991"],
    ]), ["Luis / Mora · u · 1991-04-03 day · FP 25.11."]),
    "an American register": Sent("a.csv", as_csv([
        ["Full name", "Document number", "Age"], ["Luis Mora", "12,345,678", "30"],
    ], delimiter=","), ["Luis / Mora · u · 1996 age · 12,345,678 · FP 25.11."]),
    "a text that names its delimiter": Sent("a.csv",
        "sep=;\r\nNombre;Edad;;\r\nLuis Mora;30;;\r\nAna Peña;29;;\r\n".encode(), [LUIS, ANA]),
    "a list with headings on each page": Sent("a.xlsx", as_xlsx([
        NAMED, ["Luis Mora", "30"], ["Página 1 de 2"], NAMED, ["Ana Peña", "29"], ["Página 2 de 2"],
    ]), [LUIS, ANA], unread=2),
    "an association with answers of yes and no": Sent("a.xlsx", as_xlsx([
        ["Nombre", "Edad", "Fue militar"], ["Luis Mora", "30", False], ["Ana Peña", "29", "No"],
    ]), [LUIS, ANA]),
    "years of birth as decimals": Sent("a.csv", as_csv([["Nombre", "Año nac."], ["Luis Mora", "1996.0"]]), [
        "Luis / Mora · u · 1996 year · FP 25.11."]),
    "a form printed with numbers for more people": Sent("a.xlsx", as_xlsx([
        ["N°", *NAMED], ["1", "Luis Mora", "30"], ["2", "Ana Peña", "29"], ["3"], ["4"], ["5"],
    ]), [LUIS, ANA], unread=3),
    "names of two and three letters in a sheet of capitals": Sent("a.xlsx", as_xlsx([
        ["NOMBRES", "APELLIDOS", "SEXO", "EDAD"], ["LI", "MÍA", "F", "30"], ["MIA ANA", "ROA", "F", "29"],
    ]), ["Li / Mía · f · 1996 age · FP 25.11.", "Mia Ana / Roa · f · 1997 age · FP 25.11."]),
    "family names of three letters in capitals with a comma": Sent("a.xlsx", as_xlsx([
        ["Apellidos y nombres", "F/M", "F.Nac"], ["ROA, Luis", "M", "3.4.1991"], ["MORA, MIA", "F", "1997"],
    ]), ["Luis / Roa · m · 1991-04-03 day · FP 25.11.", "Mia / Mora · f · 1997 year · FP 25.11."]),
    "family names in capitals with a comma": Sent("a.xlsx", as_xlsx([
        ["Apell. y nombres", "F/M", "F.Nac"], ["MORA, Luis", "M", "3.4.1991"], ["PEÑA, Ana", "F", "1997"],
    ]), ["Luis / Mora · m · 1991-04-03 day · FP 25.11.", "Ana / Peña · f · 1997 year · FP 25.11."]),
}  # fmt: skip


@pytest.fixture
def ana_then(cast: Cast):
    with time_machine.travel(NOW, tick=True):
        yield log_in(cast.ana)


@pytest.mark.parametrize("sent", SHEETS.values(), ids=SHEETS)
def test_what_is_on_file_is_what_the_sheet_says_or_the_row_asks(cast, ana_then, sent):
    batch = through(ana_then, cast, sent.name, sent.content)
    assert (on_file(), asked(batch), batch.rows_unread) == (
        sorted(sent.people),
        sent.asks,
        sent.unread,
    )


def test_a_web_page_called_a_sheet_is_refused_with_the_reason(cast, ana_then):
    page = b"<html><table><tr><td>Nombre</td><td>Edad</td></tr><tr><td>Luis Mora</td><td>30</td></tr></table></html>"
    answer = upload(ana_then, page, "a.xls", cast.norte)
    assert answer.context["form"].errors["file"] == [SheetFault.IS_A_WEB_PAGE.label]


def test_a_sheet_for_each_family_is_imported_one_after_the_other(cast, ana_then):
    headings = ["Nombre", "Edad", "Parentesco"]
    book = as_workbook({
        "Familia Mora": [headings, ["Luis Mora", "30", "titular"], ["Sol Mora", "6", "hija"]],
        "Familia Peña": [headings, ["Ana Peña", "29", "titular"]],
    })  # fmt: skip
    batch = batch_of(upload(ana_then, book, "a.xlsx", cast.norte, arrived_on="2026-11-25"))
    assert batch.sheets_not_read == {1: "Familia Peña"}
    press(ana_then, press(ana_then, f"/imports/{batch.pk}/columns/")["Location"])
    put_on_file(ana_then, type(batch).objects.get(pk=batch.pk))
    second = batch_of(ana_then.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"}))
    assert second != batch
    press(ana_then, press(ana_then, f"/imports/{second.pk}/columns/")["Location"])
    second.refresh_from_db()
    assert put_on_file(ana_then, second).status == ImportStatus.DONE
    assert on_file() == [ANA, LUIS, "Sol / Mora · u · 2020 age · DAU 25.11."]


def test_members_of_a_family_beside_its_head_are_told_and_not_lost(cast, ana_then):
    rows = [["Nombre", "Edad", "member1_name", "member1_age"], ["Luis Mora", "30", "Sol Mora", "6"]]
    batch = through(ana_then, cast, "a.xlsx", as_xlsx(rows))
    assert on_file() == [LUIS]
    assert columns_not_imported(batch) == [
        "C · member1_name: con datos en 1 fila",
        "D · member1_age: con datos en 1 fila",
    ]
