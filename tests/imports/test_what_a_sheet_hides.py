"""Hidden rows are rows, and comments of cells are none: whoever imports a sheet is told of both."""

import io
import re
import zipfile

import pytest
import xlsxwriter
from odf.opendocument import OpenDocumentSpreadsheet

from imports.rules import unseen
from imports.rules.reading import read_sheet
from imports.rules.unseen import Unseen, unseen_in
from tests.imports.sheets import as_xlsx, batch_of, upload
from tests.page import page_of

HEADINGS = ["Nombres", "Apellidos", "Edad"]
PEOPLE = [["Ana", "Rojas", "30"], ["Luis", "Mora", "31"], ["Rosa", "Paz", "32"]]
DOCTYPE = b'<!DOCTYPE a [<!ENTITY b "b"><!ENTITY c "&b;&b;&b;&b;">]>'


def hiding() -> bytes:
    """Three people of whom two are in hidden rows, hidden rows without anything, two comments; a second sheet."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        sheet = book.add_worksheet("Personas")
        sheet.write_row(0, 0, ["REGISTRO DE LLEGADAS"])
        for number, row in enumerate([HEADINGS, *PEOPLE], start=1):
            sheet.write_row(number, 0, row)
        for number in (0, 2, 4, 40):
            sheet.set_row(number, None, None, {"hidden": True})
        sheet.write_comment("A3", "prima de Luis")
        sheet.write_comment("C5", "+/-")
        other = book.add_worksheet("Otra")
        for number, row in enumerate([HEADINGS, PEOPLE[0]]):
            other.write_row(number, 0, row)
        other.set_row(1, None, None, {"hidden": True})
    return stream.getvalue()


def with_part(content: bytes, part: str, change) -> bytes:
    """The workbook with one of its parts changed."""
    stream = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(content)) as old, zipfile.ZipFile(stream, "w") as new:
        for name in old.namelist():
            held = old.read(name)
            new.writestr(name, change(held) if name == part else held)
    return stream.getvalue()


def test_hidden_rows_below_the_headings_and_cells_with_comments_are_counted():
    sheet = read_sheet("a.xlsx", hiding())
    assert [cells[:2] for _number, cells in sheet.rows] == [row[:2] for row in PEOPLE]
    assert (sheet.hidden_rows, sheet.comments) == ({3, 5}, 2)
    assert unseen_in(hiding(), 0) == Unseen(frozenset({1, 3, 5, 41}), 2)
    assert unseen_in(hiding(), 1) == Unseen(frozenset({2}), 0)


def hiding_sheets_and_columns() -> bytes:
    """A hidden sheet before the one of this week, in which a column is hidden."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        for name, person in (("Semana pasada", PEOPLE[0]), ("Actual", PEOPLE[1])):
            sheet = book.add_worksheet(name)
            sheet.write_row(0, 0, [*HEADINGS, "Cédula"])
            sheet.write_row(1, 0, [*person, "V-12345678"])
        sheet.set_column(3, 4, None, None, {"hidden": True})
        sheet.activate()
        book.worksheets()[0].hide()
    return stream.getvalue()


@pytest.mark.usefixtures("house")
def test_a_hidden_sheet_is_named_and_not_read_and_a_hidden_column_is_named_and_not_imported(
    cast, ana
):
    batch = batch_of(upload(ana, hiding_sheets_and_columns(), "a.xlsx", cast.norte))
    assert batch.sheet_name == "Actual"
    assert batch.chunks.get().rows[0]["cells"][:2] == ["Luis", "Mora"]
    assert batch.column_fields == {0: "given_names", 1: "family_names", 2: "age"}
    page = " ".join(page_of(ana.get(f"/imports/{batch.pk}/columns/")).root.text.split())
    assert "Leer «Semana pasada» oculta en el libro" in page
    assert (
        "Las columnas ocultas en la hoja solo se importan si usted dice qué contienen: D." in page
    )
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "0"})
    batch.refresh_from_db()
    assert (batch.sheet_name, batch.hidden_columns) == ("Semana pasada", [])
    assert 3 in batch.column_fields


def test_a_sheet_that_hides_nothing_has_nothing_to_tell():
    sheet = read_sheet("a.xlsx", as_xlsx([HEADINGS, *PEOPLE]))
    assert (sheet.hidden_rows, sheet.comments) == (frozenset(), 0)


def cells(*texts: str) -> str:
    cell = '<table:table-cell office:value-type="string"><text:p>{}</text:p></table:table-cell>'
    return "".join(map(cell.format, texts))


def hiding_in_an_open_document() -> bytes:
    """A second sheet with a hidden column and, of four people, one in a collapsed row and one that a filter hides."""
    hidden, filtered = ' table:visibility="collapse"', ' table:visibility="filter"'
    comment = "<office:annotation><text:p>prima de Luis</text:p></office:annotation>"
    empty = f'<table:table-row{hidden} table:number-rows-repeated="2"><table:table-cell/></table:table-row>'
    rows = [("", HEADINGS), (hidden, PEOPLE[0]), ("", PEOPLE[1]), (filtered, PEOPLE[2])]
    people = "".join(f"<table:table-row{how}>{cells(*row)}</table:table-row>" for how, row in rows)
    content = f"""<?xml version="1.0" encoding="UTF-8"?><office:document-content
      xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"
      xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"
      xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"><office:body><office:spreadsheet>
      <table:table table:name="Otra"><table:table-row{hidden}>{cells("Notas")}</table:table-row></table:table>
      <table:table table:name="Personas"><table:table-column table:number-columns-repeated="2"/>
      <table:table-column{hidden}/>{empty}{people}
      <table:table-row><table:table-cell>{comment}</table:table-cell></table:table-row></table:table>
      </office:spreadsheet></office:body></office:document-content>"""
    stream = io.BytesIO()
    OpenDocumentSpreadsheet().save(stream)
    return with_part(stream.getvalue(), "content.xml", lambda _held: content.encode())


@pytest.mark.parametrize("piece", [7, unseen.PIECE])
def test_an_open_document_tells_what_it_hides_too(monkeypatch, piece):
    monkeypatch.setattr(unseen, "PIECE", piece)
    content = hiding_in_an_open_document()
    assert unseen_in(content, 0) == Unseen(frozenset({1}))
    assert unseen_in(content, 1) == Unseen(frozenset({1, 2, 4, 6}), 1, frozenset({2}))
    sheet = read_sheet("a.ods", content)
    assert [(number, cells[:2]) for number, cells in sheet.rows] == [
        (number, row[:2]) for number, row in enumerate(PEOPLE, start=4)
    ]
    assert (sheet.hidden_rows, sheet.comments, sheet.hidden_columns) == ({4, 6}, 1, {2})


@pytest.mark.parametrize(
    "part", ["xl/workbook.xml", "xl/comments1.xml", "xl/worksheets/_rels/sheet1.xml.rels"]
)
def test_a_part_with_a_document_type_is_not_looked_through(part):
    harmful = with_part(hiding(), part, lambda held: held.replace(b"?>", b"?>" + DOCTYPE, 1))
    assert unseen_in(harmful, 0) == Unseen()


def test_rows_are_counted_across_pieces_and_without_numbers(monkeypatch):
    monkeypatch.setattr(unseen, "PIECE", 7)
    bare = with_part(
        hiding(), "xl/worksheets/sheet1.xml", lambda held: re.sub(rb' r="\d+"', b"", held)
    )
    assert unseen_in(hiding(), 0).rows == {1, 3, 5, 41}
    # Without numbers the row that holds nothing stands right behind the others.
    assert unseen_in(bare, 0).rows == {1, 3, 5, 6}


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"Nombres;Edad\nAna;30"])
def test_what_is_no_workbook_has_nothing_to_tell(content):
    assert unseen_in(content, 0) == Unseen()


@pytest.mark.usefixtures("house")
def test_the_page_of_columns_says_what_the_sheet_hides(cast, ana):
    batch = batch_of(upload(ana, hiding(), "a.xlsx", cast.norte))
    assert (batch.rows_hidden, batch.comments, batch.rows_total) == (2, 2, 3)
    page = ana.get(f"/imports/{batch.pk}/columns/").content.decode()
    assert "Filas ocultas en la hoja que están entre estas: 2." in page
    assert "Los comentarios de las celdas no se leen. Celdas que tienen uno: 2." in page


@pytest.mark.usefixtures("house")
def test_a_sheet_that_hides_nothing_says_nothing(cast, ana):
    batch = batch_of(upload(ana, as_xlsx([HEADINGS, *PEOPLE]), "a.xlsx", cast.norte))
    page = ana.get(f"/imports/{batch.pk}/columns/").content.decode()
    assert "ocultas" not in page
    assert "comentarios de las celdas" not in page


@pytest.mark.usefixtures("house")
def test_another_sheet_of_the_workbook_tells_of_its_own(cast, ana):
    batch = batch_of(upload(ana, hiding(), "a.xlsx", cast.norte))
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    batch.refresh_from_db()
    assert (batch.rows_hidden, batch.comments) == (1, 0)
