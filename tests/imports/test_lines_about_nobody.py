"""Sums, signatures and notes below a list are about nobody: they are shown apart, and one that is somebody is read after all."""

import pytest

from imports.choices import ImportStatus, RowFault, RowState, SheetField
from imports.rows import rows_in
from imports.rules.lines import is_about_nobody
from tests.imports.on_file import asked, on_file, through
from tests.imports.sheets import as_xlsx, batch_of, put_on_file, upload
from tests.page import page_of

F = SheetField
COLUMNS = {1: F.FULL_NAME, 2: F.SEX, 3: F.AGE, 4: F.DOCUMENT, 5: F.RELATION, 6: F.CIRCUMSTANCES}


@pytest.mark.parametrize(
    "cells",
    [
        ["Total: 12"], ["", "TOTAL PERSONAS", "", "12"], ["TOTAL", "", "", "86"], ["", "Total", "M: 5", "F: 7"],
        ["", "", "", "12"],
        ["", "SUBTOTAL FAMILIA 1", "", "4"], ["", "Suma", "", "86"], ["", "Hombres", "", "5"], ["", "Mujeres: 7"],
        ["Elaboró:", "Ana Peña Mora"], ["", "Elaboró: Ana Peña", "", "", "Cargo: trabajadora social"], ["Elaboró", "Ana Peña"],
        ["", "Revisado por Luis Mora"], ["", "Firma: ____________"], ["Firma ________", "", "", "", "Sello ______"],
        ["", "______________________"], ["", "Nota: faltan dos familias por registrar"], ["Página 1 de 3"], ["15"],
        ["", "Fin del listado"], ["", "Prepared by: J. Mora"], ["Fuente: registro del puente"],
        ["", "Cantidad de familias", "", "9"],
        ["", "Los datos de esta hoja se tratan según la ley y son confidenciales"], ["", "Grand total", "", "", "4"],
        ["", "Recibe: Luis Mora", "", "", "Hora: 8:00"],
    ],
)  # fmt: skip
def test_a_line_about_nobody_is_known(cells):
    assert is_about_nobody(cells, COLUMNS)


@pytest.mark.parametrize(
    "cells",
    [
        ["", "Ana Total"], ["", "Luis Suma Peña", "M", "30"], ["1", "Ana Peña"], ["", "", "M", "5"],
        ["", "", "F", "30", "V-12345678"],
        ["14", "", "", "", "12345678"], ["", "RN", "F", "3 días"], ["", "Firma", "M", "30", "V-12345678", "hijo"],
        ["", "Nieto"],
        ["1", "", "", "30", "", "esposa"], ["", "Elaboro Mora Luis", "M", "30", "V-1234567"],
        ["Responsable", "Luis Mora", "M", "30"],
        ["", "Ana Peña", "", "", "", "", "Nota: llegó enferma"], ["", "Niño", "M", "5"], ["", "Nota Peña, Ana", "F"],
        ["", "Ana", "", ""],
    ],
)  # fmt: skip
def test_a_row_about_somebody_is_none(cells):
    assert not is_about_nobody(cells, COLUMNS)


ROWS = [
    ["No.", "Nombre completo", "Sexo", "Edad", "Parentesco"],
    ["1", "Luis Mora", "M", "30", "titular"],
    ["", "SUBTOTAL", "", "1", ""],
    ["2", "Ana Peña", "F", "28", "esposa"],
    ["3", "Sol Mora", "F", "4", "hija"],
    ["", "TOTAL PERSONAS", "", "3", ""],
    ["Elaboró:", "Rosa Vera", "", "", ""],
]


@pytest.mark.usefixtures("house")
def test_they_are_shown_apart_and_part_no_family(cast, ana):
    batch = through(ana, cast, "a.xlsx", as_xlsx(ROWS))
    assert [fact.split(" · ")[0] for fact in on_file()] == [
        "Ana / Peña",
        "Luis / Mora",
        "Sol / Mora",
    ]
    assert (asked(batch), batch.families_done, batch.rows_waiting) == ({}, 1, 0)
    assert (batch.status, batch.rows_unread) == (ImportStatus.DONE, 3)
    page = page_of(ana.get(f"/imports/{batch.pk}/"))
    assert page.says("3 líneas de la hoja no parecen tratar de nadie")
    apart = page_of(ana.get(f"/imports/{batch.pk}/?rows=unread"))
    assert apart.says(
        "SUBTOTAL · 1", "TOTAL PERSONAS · 3", "Elaboró: · Rosa Vera", "Leerla de todos modos"
    )


@pytest.mark.usefixtures("house")
def test_nobody_is_asked_what_the_words_of_a_sum_mean(cast, ana):
    rows = [["Nombre", "Sexo", "Edad"], ["Luis Mora", "M", "30"], ["TOTAL", "M: 1", "1"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    ana.post(
        f"/imports/{batch.pk}/columns/", {f"column-{n}": f for n, f in batch.column_fields.items()}
    )
    words = ana.get(f"/imports/{batch.pk}/words/").context["form"].words
    assert {word.kind for word in words} == {"category"}


@pytest.mark.usefixtures("house")
def test_one_that_is_somebody_is_read_after_all_and_stays_so(cast, ana):
    rows = [ROWS[0], ROWS[1], ["", "Suma", "F", "", ""], ["", "Suma", "", "30", ""]]
    batch = through(ana, cast, "a.xlsx", as_xlsx(rows))
    assert (batch.rows_unread, asked(batch)) == (1, {3: {RowFault.NO_PERSON}})
    ana.post(f"/imports/{batch.pk}/rows/4/restore/?rows=unread")
    batch.refresh_from_db()
    assert (batch.rows_unread, asked(batch)[4]) == (0, {RowFault.NO_PERSON})
    ana.post(
        f"/imports/{batch.pk}/rows/4/",
        {"cell-1": "Rosa Suma", "cell-3": "16", "cell-4": "titular"},
    )
    batch.refresh_from_db()
    assert [row["number"] for row in rows_in(batch, [RowState.UNREAD])] == []
    ana.post(f"/imports/{batch.pk}/rows/3/drop/?rows=wrong")
    batch.refresh_from_db()
    put_on_file(ana, batch)
    assert [fact.split(" · ")[0] for fact in on_file()] == ["Luis / Mora", "Rosa / Suma"]


@pytest.mark.usefixtures("house")
def test_to_drop_what_waits_leaves_the_lines_what_they_are(cast, ana):
    batch = through(
        ana, cast, "a.xlsx", as_xlsx([ROWS[0], ROWS[1], ROWS[5], ["", "", "F", "", ""]])
    )
    assert (batch.rows_done, batch.rows_unread, batch.rows_waiting) == (1, 1, 1)
    ana.post(f"/imports/{batch.pk}/drop/")
    batch.refresh_from_db()
    assert (batch.rows_unread, batch.rows_dropped, batch.rows_waiting) == (1, 1, 0)
