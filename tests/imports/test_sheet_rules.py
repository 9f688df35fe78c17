"""What people write into sheets, and what it means here. No database."""

import datetime
import io
import zipfile

import pytest
import xlsxwriter
import xlwt
from odf.opendocument import OpenDocumentSpreadsheet
from odf.table import Table, TableCell, TableRow
from odf.text import P

from casework.register.choices import BirthPrecision, Relation, Sex
from casework.register.rules import Birth
from imports.choices import RowFault
from imports.rules import births, phones, values, words
from imports.rules.choices import SheetFault
from imports.rules.columns import guess_columns, guess_field
from imports.rules.families import families_of
from imports.rules.kinds import SheetRefused
from imports.rules.name_parts import part_in_doubt, split_name
from imports.rules.reading import read_sheet
from imports.rules.rows import SheetPerson
from imports.rules.text import as_text, column_letter, defused
from imports.rules.values import CellFault
from reference.loading import TABLES
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx

TODAY = datetime.date(2019, 3, 1)
THAT_DAY = datetime.date(2019, 2, 23)
FORCES = (
    words.NamedEntry("gnb", ("Guardia Nacional", "GNB")),
    words.NamedEntry("ejercito", ("Ejército",)),
    words.NamedEntry("pnb", ("Policía Nacional Bolivariana", "PNB")),
)


def named_ranks() -> list[words.NamedEntry]:
    """The ranks as the reference table has them."""
    with (TABLES / "ranks.csv").open(encoding="utf-8") as file:
        rows = [line.strip().split(",") for line in file][1:]
    return [words.NamedEntry(code, (name,)) for _order, code, name, _band in rows]


@pytest.mark.parametrize(
    "text",
    ["23/02/2019", "23-feb-19", "23 de febrero de 2019", "23.2.2019", "2019-02-23", "43519", "43519.0",
     "sábado 23/02/2019", "23/02/2019 10:30", "23 feb. 2019", "23 de Febrero del 2019"],
)  # fmt: skip
def test_a_day_is_understood_however_it_is_written(text):
    assert values.read_day(as_text(text), today=TODAY) == THAT_DAY


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("31/02/2019", RowFault.NO_SUCH_DAY),
        ("02/23/2019", RowFault.MONTH_FIRST),
        ("23/02", RowFault.DATE_WITHOUT_YEAR),
        ("pronto", RowFault.DATE_NOT_UNDERSTOOD),
        ("23/02/2020", RowFault.FUTURE),
        ("23/02/1819", RowFault.TOO_LONG_AGO),
    ],
)
def test_a_day_that_is_none_is_refused_with_the_reason(text, fault):
    with pytest.raises(CellFault) as refused:
        values.read_day(text, today=TODAY)
    assert refused.value.fault == fault


@pytest.mark.parametrize(
    ("text", "year"),
    [("34", 1985), ("34 años", 1985), ("34.0", 1985), ("aprox. 30", 1989),
     ("2 años y 3 meses", 2017), ("unos 40", 1979)],
)  # fmt: skip
def test_an_age_gives_a_year_and_never_a_day(text, year):
    birth = births.read_age(text, births.AgeRules(TODAY, TODAY))
    assert (birth.year, birth.born_on, birth.precision) == (year, None, BirthPrecision.AGE)


@pytest.mark.parametrize(
    ("text", "month"),
    [("8 meses", (2018, 7)), ("1 año y 3 meses", (2017, 12)), ("23 m", (2017, 4)), ("RN", (2019, 3)),
     ("recién nacido", (2019, 3)), ("15 días", (2019, 2)), ("6 semanas", (2019, 1)), ("aprox. 8 meses", (2018, 7))],
)  # fmt: skip
def test_the_age_of_a_baby_keeps_its_month(text, month):
    wanted = Birth(BirthPrecision.MONTH, datetime.date(*month, 1), month[0])
    assert births.read_age(text, births.AgeRules(TODAY, TODAY)) == wanted
    assert births.read_birth_cell(text, births.AgeRules(TODAY, TODAY), today=TODAY) == wanted


@pytest.mark.parametrize(
    "text", ["S/2", "Sgto. 2do", "S2", "Sargento segundo", "SGTO 2DO.", "Sargento 2º"]
)
def test_a_sergeant_is_known_by_many_spellings(text):
    assert words.rank_of(text, named_ranks()) == "sargento-2"


@pytest.mark.parametrize(
    ("text", "rank"),
    [("SM3", "sargento-mayor-3"), ("Sgto Mayor de 1ra", "sargento-mayor-1"), ("Tte. Cnel.", "teniente-coronel"),
     ("1er Tte", "primer-teniente"), ("C/1", "cabo-1"), ("Dtgdo.", "distinguido"), ("jefe de todo", None)],
)  # fmt: skip
def test_other_ranks(text, rank):
    assert words.rank_of(text, named_ranks()) == rank


@pytest.mark.parametrize(
    ("text", "force"),
    [("GNB", "gnb"), ("Guardia Nacional", "gnb"), ("EJÉRCITO", "ejercito"), ("P.N.B.", "pnb"),
     ("civil", words.NO_FORCE), ("bomberos", None)],
)  # fmt: skip
def test_forces(text, force):
    assert words.force_of(text, FORCES) == force


def test_a_force_that_this_installation_lacks_is_no_answer():
    assert words.force_of("SEBIN", FORCES) is None


@pytest.mark.parametrize(
    ("text", "relation"),
    [("esposa", Relation.SPOUSE), ("cónyuge", Relation.SPOUSE), ("Hijo", Relation.SON), ("cuñado", Relation.BROTHER_IN_LAW),
     ("Cuñada", Relation.SISTER_IN_LAW), ("SUEGRA", Relation.MOTHER_IN_LAW), ("suegro", Relation.FATHER_IN_LAW),
     ("yerno", Relation.SON_IN_LAW), ("Nuera", Relation.DAUGHTER_IN_LAW), ("concuñado", Relation.IN_LAW),
     ("mother in law", Relation.MOTHER_IN_LAW),
     ("TITULAR", Relation.PRINCIPAL), ("Jefe de familia", Relation.PRINCIPAL), ("hija menor", Relation.DAUGHTER),
     ("esposa del titular", Relation.SPOUSE), ("vecino de enfrente", None)],
)  # fmt: skip
def test_relations(text, relation):
    assert words.relation_of(text) == relation


@pytest.mark.parametrize(
    ("text", "sex"),
    [("M", Sex.MALE), ("Masculino", Sex.MALE), ("Hombre", Sex.MALE), ("f", Sex.FEMALE), ("MUJER", Sex.FEMALE),
     ("", Sex.UNKNOWN), ("dos", None)],
)  # fmt: skip
def test_sexes(text, sex):
    assert words.sex_of(text) == sex


@pytest.mark.parametrize(
    ("text", "number"),
    [("C.I. V-12.345.678", "V-12.345.678"), ("12345678.0", "12345678"), ("cédula 12345678", "12345678"),
     ("Pasaporte 098123456", "098123456"), ("no porta", ""), ("", "")],
)  # fmt: skip
def test_documents(text, number):
    assert values.read_document(as_text(text)) == number
    if text.endswith(".0"):
        assert values.read_document(as_text(float(text))) == number


@pytest.mark.parametrize(
    ("text", "numbers"),
    [("0414-1234567", ("0414-1234567",)), ("0414/1234567", ("0414/1234567",)), ("no tiene", ()), ("", ()),
     ("(0276) 555.12.34 ext 12", ("(0276) 555.12.34 ext 12",)),
     ("0414-1234567 / 0424-7654321", ("0414-1234567", "0424-7654321")),
     ("0414-1234567/0424-7654321", ("0414-1234567", "0424-7654321")),
     ("04141234567; +57 300 123 4567", ("04141234567", "+57 300 123 4567")),
     ("0414-1234567 y 0424-7654321", ("0414-1234567", "0424-7654321")),
     ("0414 123 45 67 - 0424 765 43 21", ("0414 123 45 67", "0424 765 43 21")),
     ("0414-1234567\n0424-7654321", ("0414-1234567", "0424-7654321")),
     ("0414-1234567 / 0424-7654321 / 0276-5551234", ("0414-1234567", "0424-7654321", "0276-5551234")),
     ("0414-1234567 / 0414-1234567", ("0414-1234567",))],
)  # fmt: skip
def test_every_phone_of_a_cell_is_read(text, numbers):
    assert phones.read_phones(as_text(text)) == numbers


@pytest.mark.parametrize("text", ["0414-1234567 / 89", "llamar luego"])
def test_a_cell_of_which_a_part_is_no_phone_is_refused_and_nothing_dropped(text):
    with pytest.raises(CellFault) as refused:
        phones.read_phones(text)
    assert refused.value.fault == RowFault.PHONE_NOT_UNDERSTOOD


def test_a_number_that_a_spreadsheet_rounded_is_refused_and_not_guessed():
    with pytest.raises(CellFault) as refused:
        values.read_document("1.2345E+07")
    assert refused.value.fault == RowFault.DOCUMENT_ROUNDED


@pytest.mark.parametrize(
    ("heading", "field"),
    [("NOMBRES (*)", "given_names"), ("N° familia", "family"), ("Fecha de Nacimiento (dd/mm/aaaa)", "birth"),
     ("Nro. de cédula", "document"), ("El Parentesco", "relation"), ("Given names", "given_names"),
     ("Arrival date", "arrived_on"), ("Talla de zapatos", None)],
)  # fmt: skip
def test_headings(heading, field):
    assert guess_field(heading) == field


def test_one_column_of_names_holds_full_names():
    assert guess_columns(["Nombre", "Edad"]) == {0: "full_name", 1: "age"}


@pytest.mark.parametrize(
    ("text", "parts"),
    [("Luis Mora", ("Luis", "Mora")), ("Mora Peña, Luis", ("Luis", "Mora Peña")), ("Zoraida", ("Zoraida", "")),
     ("Luis José Mora Peña", ("Luis José", "Mora Peña")), ("María de la Cruz", ("María", "de la Cruz")),
     ("María de los Ángeles Peña", ("María de los Ángeles", "Peña")), ("José Luis Rojas", ("José Luis", "Rojas")),
     ("Ana Peña Rojas", ("Ana", "Peña Rojas")), ("Yorgelina Montes de Oca", ("Yorgelina", "Montes de Oca")),
     ("María del Carmen de la Hoz", ("María del Carmen", "de la Hoz")), ("Rojas", ("", "Rojas")),
     ("Ana María Luisa Rojas", ("Ana María Luisa", "Rojas")), ("Xzqora Bwquena", ("Xzqora", "Bwquena")),
     ("Luis Alberto de la Hoz Nieto", ("Luis Alberto", "de la Hoz Nieto"))],
)  # fmt: skip
def test_full_names_are_parted(text, parts):
    assert split_name(text) == parts
    assert part_in_doubt(text) == ""


@pytest.mark.parametrize(
    ("text", "parts"),
    [("Peña Rojas Luis Alberto", ("Luis Alberto", "Peña Rojas")), ("Zerpa Luisa", ("Luisa", "Zerpa")),
     ("De la Hoz Nieto Carmen Rosa", ("Carmen Rosa", "De la Hoz Nieto")), ("Lugo Gil, Ana", ("Ana", "Lugo Gil")),
     ("Rojas Luis Alberto", ("Luis Alberto", "Rojas")), ("Rojas Peña Ana", ("Ana", "Rojas Peña"))],
)  # fmt: skip
def test_full_names_with_the_family_first_are_parted(text, parts):
    assert split_name(text, is_family_first=True) == parts
    assert part_in_doubt(text, is_family_first=True) == ""


@pytest.mark.parametrize(
    ("text", "word"),
    [("Ana Xzqora Bwquena", "Xzqora"), ("Ana Rosario Peña", "Rosario"), ("José Luis", "Luis"),
     ("Peña Rojas Luis Alberto", "Rojas"), ("Zerpa Luisa", "Luisa"), ("Luis, Peña", "Luis")],
)  # fmt: skip
def test_a_name_that_may_part_in_two_places_is_in_doubt(text, word):
    assert part_in_doubt(text) == word


def test_what_somebody_said_of_a_word_settles_where_a_name_parts():
    said = {"Xzqora": "given", "Bwquena": None}.get
    assert part_in_doubt("Ana Xzqora Bwquena", part_of=said) == ""
    assert split_name("Ana Xzqora Bwquena", part_of=said) == ("Ana Xzqora", "Bwquena")


def persons(*facts: tuple[str, str]) -> list[SheetPerson]:
    return [
        SheetPerson(number, family=family, relation=relation, given_names=f"Persona {number}")
        for number, (family, relation) in enumerate(facts, start=2)
    ]


def test_families_go_by_their_mark_wherever_their_rows_stand():
    rows = persons(("1", "SPO"), ("2", "FP"), ("1", "FP"))
    found = families_of(rows, {"family", "relation"})
    assert [[row.number for row in family.rows] for family in found] == [[4, 2], [3]]


def test_families_go_by_their_heads_where_no_mark_is_given():
    rows = persons(("", "FP"), ("", "SPO"), ("", "FP"))
    found = families_of(rows, {"relation"})
    assert [[row.number for row in family.rows] for family in found] == [[2, 3], [4]]


def test_without_marks_and_heads_everybody_is_a_family():
    assert len(families_of(persons(("", ""), ("", "")), {"given_names"})) == 2


def test_who_is_left_out_still_parts_the_families():
    rows = persons(("", "FP"), ("", "FP"), ("", "SON"))
    found = families_of(rows, {"relation"}, left_out={3})
    assert [[row.number for row in family.rows] for family in found] == [[2], [4]]
    assert found[1].rows[0].faults == [("relation", "no_head")]


def old_workbook() -> bytes:
    book = xlwt.Workbook()
    sheet = book.add_sheet("Hoja1")
    for number, row in enumerate([HEADINGS, *FAMILY]):
        for column, text in enumerate(row):
            sheet.write(number, column, text)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


def open_document() -> bytes:
    book = OpenDocumentSpreadsheet()
    table = Table(name="Hoja1")
    for row in [HEADINGS, *FAMILY]:
        line = TableRow()
        for text in row:
            cell = TableCell(valuetype="string")
            cell.addElement(P(text=text))
            line.addElement(cell)
        table.addElement(line)
    book.spreadsheet.addElement(table)
    stream = io.BytesIO()
    book.save(stream)
    return stream.getvalue()


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.xls", old_workbook),
        ("a.ods", open_document),
        ("a.xlsx", lambda: as_xlsx([HEADINGS, *FAMILY])),
    ],
)
def test_workbooks_of_every_age_are_read_alike(name, content):
    sheet = read_sheet(name, content())
    assert (sheet.headings, sheet.rows) == (HEADINGS, list(enumerate(FAMILY, start=2)))


def merged_heading() -> bytes:
    """A title above, a group over several columns, a heading that reaches over two rows, dates as dates."""
    stream = io.BytesIO()
    with xlsxwriter.Workbook(stream) as book:
        day = book.add_format({"num_format": "dd/mm/yyyy"})
        sheet = book.add_worksheet("vacía")
        sheet = book.add_worksheet()
        sheet.write(2, 1, "LISTA DE LLEGADAS")
        sheet.merge_range(5, 1, 6, 1, "Nombres")
        sheet.merge_range(5, 2, 5, 4, "Datos personales")
        sheet.write_row(6, 2, ["Apellidos", "Fecha de nacimiento", "Cédula"])
        sheet.write_row(9, 1, ["Ana", "Rojas"])
        sheet.write_datetime(9, 3, datetime.date(1991, 4, 12), day)
        sheet.write_number(9, 4, 12345678)
        for row in range(10, 400):
            sheet.write_blank(row, 60, None, day)
    return stream.getvalue()


def test_headings_are_found_below_titles_and_merged_cells():
    sheet = read_sheet("a.xlsx", merged_heading())
    assert (sheet.heading_row, guess_columns(sheet.headings)) == (
        7,
        {1: "given_names", 2: "family_names", 3: "birth", 4: "document"},
    )
    assert [(number, cells[1:5]) for number, cells in sheet.rows] == [
        (10, ["Ana", "Rojas", "1991-04-12", "12345678"])
    ]


def test_an_archive_is_weighed_before_it_is_unpacked():
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("xl/workbook.xml", b" " * 20 * 1024 * 1024)
    with pytest.raises(SheetRefused) as refused:
        read_sheet("a.xlsx", stream.getvalue())
    assert refused.value.fault == SheetFault.BOMB


def test_columns_have_the_letters_of_a_spreadsheet():
    assert [column_letter(place) for place in (0, 25, 26, 701, 702)] == [
        "A",
        "Z",
        "AA",
        "ZZ",
        "AAA",
    ]


@pytest.mark.parametrize("text", ["=1+1", "+57", "-x", "@SUM(A1)"])
def test_what_a_spreadsheet_would_run_is_neutralised_and_comes_back_as_it_was(text):
    assert defused(text) == f"'{text}"
    assert as_text(defused(text)) == text


@pytest.mark.parametrize(
    ("text", "known"),
    [("Sí", "yes"), ("SI.", "yes"), ("no", "no"), ("No sabe", "unknown"), ("", ""), ("s/d", "")],
)
def test_yes_and_no_are_read_as_people_write_them(text, known):
    assert values.read_yes_no(as_text(text)) == known


def test_what_is_neither_yes_nor_no_is_a_fault_of_that_cell():
    with pytest.raises(CellFault) as refused:
        values.read_yes_no("tal vez")
    assert refused.value.fault == RowFault.NEITHER_YES_NOR_NO
