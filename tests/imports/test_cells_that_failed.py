"""A cell with a spreadsheet's error, or with a formula that nobody computed, is asked about: it is neither a value nor empty."""

import io
from collections.abc import Callable
from typing import Any

import pytest
import time_machine
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from imports.choices import RowFault
from imports.rules.unseen import lost_in
from tests.cast import log_in
from tests.imports.on_file import asked, on_file, through
from tests.imports.sheets import as_csv
from tests.imports.test_sheets_as_they_come import ANA, NOW
from tests.page import page_of

pytestmark = pytest.mark.usefixtures("house")

HEADINGS = ["Nombre", "Edad", "Cédula"]
ERRORS = ("#N/A!", "#REF!", "#DIV/0!", "#VALUE!", "#NAME?", "#NULL!")
FAILED, FORMULA = {RowFault.CELL_ERROR}, {RowFault.FORMULA}


def old(draw: Callable[[Any], None], rows: int = 0) -> bytes:
    """An XLS; with so many rows of blanks before the sheet that its stream is no small one."""
    book = xlwt.Workbook()
    if rows:
        filler = book.add_sheet("Otros")
        for row in range(rows):
            filler.write(row, 0, f"{row}" * 20)
    sheet = book.add_sheet("Hoja1")
    for column, heading in enumerate(HEADINGS):
        sheet.write(0, column, heading)
    draw(sheet)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def errors(sheet: Any) -> None:
    for number, error in enumerate(ERRORS, start=1):
        sheet.write(number, 0, f"Luis {'ABCDEFG'[number]}oro")
        sheet.row(number).set_cell_error(1 + number % 2, error)
    sheet.write(len(ERRORS) + 1, 0, "Ana Peña")
    sheet.write(len(ERRORS) + 1, 1, 29)


def never_computed(sheet: Any) -> None:
    sheet.write(1, 0, "Luis Mora")
    sheet.write(1, 1, xlwt.Formula("2026-1991"))
    sheet.write(2, 0, "Ana Peña")
    sheet.write(2, 1, 29)


def cell(shown: str = "", **attributes: str) -> TableCell:
    made = TableCell(**attributes)
    if shown:
        made.addElement(P(text=shown))
    return made


def text(said: str) -> TableCell:
    return cell(said, valuetype="string")


def ods(*rows: list[TableCell], before: int = 0) -> bytes:
    """An ODS, with so many filled sheets before."""
    book = OpenDocumentSpreadsheet()
    for number in range(before + 1):
        table = Table(name=f"Hoja{number}")
        for cells in ([text(each) for each in HEADINGS], *(rows if number == before else ())):
            row = TableRow()
            for each in cells:
                row.addElement(each)
            table.addElement(row)
        book.spreadsheet.addElement(table)
    stream = io.BytesIO()
    book.write(stream)
    return stream.getvalue()


ANA_S = [text("Ana Peña"), cell("29", valuetype="float", value="29")]


def of_luis(*cells: TableCell) -> list[TableCell]:
    return [text("Luis Mora"), *cells]


# Made by whoever asks for one, not by each process of the tests.
SHEETS = {
    "errors of every kind in an old workbook": lambda: (
        "a.xls", old(errors), dict.fromkeys(range(2, 2 + len(ERRORS)), FAILED)),
    "an old workbook of a program that computes nothing": lambda: ("a.xls", old(never_computed), {2: FORMULA}),
    "an error that LibreOffice writes as an empty text": lambda: ("a.ods", ods(
        of_luis(cell("#DIV/0!", formula="of:=1/0", valuetype="string", stringvalue="")), ANA_S), {2: FAILED}),
    "an error that LibreOffice of old writes as nought": lambda: ("a.ods", ods(
        of_luis(cell("#N/D", formula="of:=[.A9]", valuetype="float", value="0")), ANA_S), {2: FAILED}),
    "an error with a number": lambda: ("a.ods", ods(
        of_luis(cell("Err:508", formula="of:=SI(", valuetype="string")), ANA_S), {2: FAILED}),
    "a formula that was never computed": lambda: ("a.ods", ods(
        of_luis(cell(formula="of:=2026-1991")), ANA_S), {2: FORMULA}),
    "one that was to be a number": lambda: ("a.ods", ods(
        of_luis(cell(formula="of:=2026-1991", valuetype="float")), ANA_S), {2: FORMULA}),
    "a formula copied over two cells": lambda: ("a.ods", ods(
        of_luis(cell(formula="of:=1+1", numbercolumnsrepeated="2")), ANA_S), {2: FORMULA}),
    "a formula that gives an empty text": lambda: ("a.ods", ods(
        [*ANA_S, cell(formula="of:=SI([.A1]>3;1;&quot;&quot;)", valuetype="string", stringvalue="")]), {}),
    "an error pasted as text, beside a word": lambda: ("a.csv", as_csv(
        [["Nombre", "Edad", "Teléfono", "Teléfono 2"], ["Luis Mora", "30", "#N/D", "3101234567"],
         ["Ana Peña", "29", "", ""]]), {2: FAILED}),
}  # fmt: skip


@pytest.mark.parametrize("sheet", SHEETS.values(), ids=SHEETS)
def test_the_row_asks_and_says_that_the_sheet_shows_an_error(cast, sheet):
    name, content, asks = sheet()
    with time_machine.travel(NOW, tick=True):
        client = log_in(cast.ana)
        batch = through(client, cast, name, content)
        assert asked(batch) == asks
        assert on_file() == [ANA]
        if asks:
            page = page_of(client.get(f"/imports/{batch.pk}/"))
            assert page.says(*{str(RowFault(fault).label) for fault in asks[2]})


def test_a_long_old_workbook_and_a_later_sheet_are_searched_as_well():
    assert lost_in(old(errors, rows=1_000), 1)[2] == {2: "#N/A"}
    assert lost_in(old(errors, rows=1_000), 0) == {}
    one = ods(of_luis(cell(formula="of:=1+1")), before=2)
    assert [lost_in(one, place) for place in (0, 1, 2)] == [{}, {}, {2: {1: "=?"}}]


def test_a_broken_file_loses_nothing_more():
    whole = old(errors)
    for content in (
        whole[:600],
        whole[:512] + b"\xff" * 4_000,
        b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",
    ):
        assert lost_in(content, 0) == {}
