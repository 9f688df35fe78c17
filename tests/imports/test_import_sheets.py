"""Which sheet of a workbook was read is said, and another can be read instead; of a CSV no row is lost."""

from itertools import product

import pytest
from django.test import Client

from accounts.models import AuditEvent
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from imports.actions.endings import end_import
from imports.choices import ImportStatus
from imports.models import ImportBatch
from imports.rules.choices import SheetFault
from imports.rules.kinds import SheetRefused
from imports.rules.reading import read_sheet
from tests.cast import log_in
from tests.imports.malformed import with_part
from tests.imports.sheets import (
    FAMILY,
    HEADINGS,
    as_csv,
    as_workbook,
    as_xlsx,
    batch_of,
    checked,
    put_on_file,
    upload,
)

ONE = [["Nombres", "Apellidos", "Edad"], ["Ana", "Rojas", "30"]]
TWO = [["Nombre", "Apellido", "Sexo"], ["Luis", "Mora", "M"], ["Eva", "Mora", "F"]]
WORDS = [["Lea esto antes"], ["Escriba una persona por fila"]]


pytestmark = pytest.mark.usefixtures("house")


def uploaded(client: Client, cast, sheets) -> ImportBatch:
    return batch_of(upload(client, as_workbook(sheets), "a.xlsx", cast.norte))


def test_the_sheet_that_was_read_and_those_that_were_not_are_named(cast, ana):
    batch = uploaded(ana, cast, {"Enero": ONE, "Vacía": [], "Febrero": TWO})
    assert (batch.sheet_name, batch.sheets_not_read) == ("Enero", {2: "Febrero"})
    page = ana.get(f"/imports/{batch.pk}/columns/").content.decode()
    assert ("«Enero»" in page, "Febrero" in page, "Vacía" in page) == (True, True, False)


@pytest.mark.parametrize(
    ("content", "name"), [(as_xlsx(ONE), "a.xlsx"), (as_csv(ONE), "a.csv")], ids=["xlsx", "csv"]
)
def test_a_file_with_one_sheet_asks_nothing(cast, ana, content, name):
    batch = batch_of(upload(ana, content, name, cast.norte))
    assert batch.sheets_not_read == {}
    assert (
        f"/imports/{batch.pk}/sheet/"
        not in ana.get(f"/imports/{batch.pk}/columns/").content.decode()
    )


def test_another_sheet_is_read_instead_and_remembered(cast, ana):
    batch = uploaded(ana, cast, {"Enero": ONE, "Febrero": TWO})
    answer = ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    assert answer["Location"] == f"/imports/{batch.pk}/columns/"
    batch = ImportBatch.objects.get()
    assert (batch.sheet_name, batch.sheets_not_read, batch.rows_total, batch.headings) == (
        "Febrero",
        {0: "Enero"},
        2,
        TWO[0],
    )
    assert [row["cells"] for chunk in batch.chunks.all() for row in chunk.rows] == TWO[1:]
    assert AuditEvent.objects.filter(verb="import.sheet_chosen", actor=cast.ana).count() == 1


def test_rows_that_were_checked_are_replaced(cast, ana):
    batch = checked(ana, as_workbook({"Enero": ONE, "Febrero": TWO}), "a.xlsx", cast.norte)
    assert batch.rows_good == 1
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    batch.refresh_from_db()
    assert (batch.status, batch.rows_good, batch.rows_total) == (ImportStatus.MAPPING, 0, 2)


def test_once_part_is_on_file_another_sheet_is_an_import_of_its_own(cast, ana):
    sheets = {"Familias": [HEADINGS, *FAMILY], "Solos": ONE}
    first = put_on_file(ana, checked(ana, as_workbook(sheets), "a.xlsx", cast.norte))
    second = batch_of(ana.post(f"/imports/{first.pk}/sheet/", {"sheet": "1"}))
    first.refresh_from_db()
    assert second.pk != first.pk
    assert (first.status, first.sheet_name, second.sheet_name) == (
        ImportStatus.DONE,
        "Familias",
        "Solos",
    )
    assert (second.team, second.arrived_on, second.uploaded_by) == (
        first.team,
        first.arrived_on,
        cast.ana,
    )
    assert Case.objects.count() == 1


def test_a_sheet_of_explanations_in_front_does_not_hide_the_people(cast, ana):
    batch = uploaded(ana, cast, {"Instrucciones": WORDS, "Datos": TWO})
    assert (batch.sheet_name, batch.sheets_not_read) == ("Datos", {0: "Instrucciones"})


def test_a_sheet_without_people_is_refused_and_the_one_before_stays(cast, ana):
    batch = uploaded(ana, cast, {"Datos": TWO, "Instrucciones": WORDS})
    answer = ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"}, follow=True)
    assert len(answer.context["messages"]) == 1
    batch.refresh_from_db()
    assert (batch.sheet_name, batch.rows_total, batch.chunks.count()) == ("Datos", 2, 1)


@pytest.mark.parametrize("sheet", ["0", "7", "-1", "x", ""])
def test_what_is_no_other_sheet_changes_nothing(cast, ana, sheet):
    batch = uploaded(ana, cast, {"Enero": ONE, "Febrero": TWO})
    ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": sheet})
    batch.refresh_from_db()
    assert (batch.sheet_name, batch.rows_total) == ("Enero", 1)


def test_after_the_file_is_gone_somebody_is_told_to_upload_it_again(cast, ana):
    batch = uploaded(ana, cast, {"Enero": ONE, "Febrero": TWO})
    ImportBatch.objects.update(stored_name="")
    answer = ana.post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"}, follow=True)
    assert len(answer.context["messages"]) == 1
    assert ImportBatch.objects.get().sheet_name == batch.sheet_name


def test_the_names_of_sheets_go_with_the_import(cast, ana):
    batch = uploaded(ana, cast, {"Enero": ONE, "Febrero": TWO})
    end_import(batch, status=ImportStatus.DROPPED)
    assert ImportBatch.objects.get().sheets is None


def test_others_find_no_sheet_to_choose(cast, ana):
    batch = uploaded(ana, cast, {"Enero": ONE, "Febrero": TWO})
    answer = log_in(cast.bruno).post(f"/imports/{batch.pk}/sheet/", {"sheet": "1"})
    assert answer.status_code == 404
    assert ImportBatch.objects.get().sheet_name == "Enero"


def test_a_broken_sheet_that_nobody_asked_for_spoils_nothing():
    book = as_workbook({"Enero": ONE, "Febrero": TWO})
    half = with_part("xl/worksheets/sheet2.xml", b"<worksheet><sheetData><row", book=book)
    read = read_sheet("a.xlsx", half)
    assert (read.rows, list(read.sheets.values())) == (
        [(2, ["Ana", "Rojas", "30"])],
        ["Enero", "Febrero"],
    )
    with pytest.raises(SheetRefused):
        read_sheet("a.xlsx", half, index=1)


def test_both_phones_of_a_cell_are_kept_and_neither_may_be_called(cast, ana):
    rows = [["Nombres", "Apellidos", "Teléfono"], ["Ana", "Rojas", "0414-1234567 / 0424-7654321"]]
    put_on_file(ana, checked(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    person = Individual.objects.get()
    assert sorted((phone.number, phone.may_be_called) for phone in person.phones.all()) == [
        ("+584141234567", False),
        ("+584247654321", False),
    ]


NOTES = [
    "Llegó con fiebre;\nse le dio agua",
    "Vino cansada, con frío,\nsin papeles",
    'Le dicen "la negra"\n\nno sabe de su hermano',
    "\nAlergia a: maní, leche, huevo, trigo\n",
]


@pytest.mark.parametrize(
    ("delimiter", "ending"), [(";", "\r\n"), (",", "\n"), ("\t", "\r")], ids=["Excel", "web", "old"]
)
def test_a_note_of_several_lines_takes_no_row_in(delimiter, ending):
    people = [
        ["Ana", "Rojas", "30", "F", ""],
        ["Eva", "Mora", "", "F", "V-1"],
        ["Leo", "Paz", "9", "M", ""],
        ["Luz", "Paz", "7", "F", ""],
    ]
    rows = [["Nombres", "Apellidos", "Edad", "Sexo", "Cédula"], *people]
    notes = ["Nota", *(note.replace("\n", ending) for note in NOTES)]
    for column in range(6):
        noted = [
            [*row[:column], note, *row[column:]] for row, note in zip(rows, notes, strict=True)
        ]
        read = read_sheet("a.csv", as_csv(noted, delimiter=delimiter))
        in_one_line = [[" ".join(cell.split()) for cell in row] for row in noted[1:]]
        assert read.rows == list(zip([2, 4, 6, 9], in_one_line, strict=True))


def test_two_stray_quotation_marks_never_hide_a_row():
    """One opens a cell of the second person, the other stands at the end of a cell of somebody below."""
    told, expected = {}, {}
    for opens, closes, below in product(range(4), range(4), (1, 3)):
        rows = [[f"n{place}", "x", "30", "nota"] for place in range(6)]
        rows[1][opens] = '"' + rows[1][opens]
        rows[1 + below][closes] += '"'
        text = "\n".join(map(";".join, [["Nombres", "Apellidos", "Edad", "Nota"], *rows]))
        with pytest.raises(SheetRefused) as refused:
            read_sheet("a.csv", text.encode())
        said = refused.value
        told[opens, closes, below] = (said.fault, said.row, said.column)
        expected[opens, closes, below] = (SheetFault.ROWS_IN_A_CELL, 3, opens)
    assert told == expected
