"""A sheet gives nobody of the police a rank of the army, and none of the army one of the police."""

import pytest

from casework.service.models import ServiceRecord
from imports.choices import RowFault, RowState
from imports.rows import rows_in
from imports.rules.names import split_rank
from tests.imports.sheets import as_xlsx, batch_of, press, put_on_file, upload


@pytest.mark.usefixtures("house")
def test_a_row_of_a_sheet_with_a_rank_of_others_is_asked_about(cast, ana):
    sheet = [
        ["Nombre completo", "Edad", "Fuerza", "Grado"],
        ["Luis Mora", "30", "PNB", "Sargento primero"],
        ["Carlos Ruiz", "31", "PNB", "Supervisor Agregado"],
        ["Oficial Jefe Pedro Rojas", "32", "PNB", ""],
        ["Ana Lugo", "33", "Ejército", "Comisionado"],
        ["Dora Peña", "34", "SEBIN", "Coronel"],
    ]
    batch = batch_of(upload(ana, as_xlsx(sheet), "a.xlsx", cast.norte))
    press(ana, f"/imports/{batch.pk}/columns/")
    press(ana, f"/imports/{batch.pk}/words/")
    batch.refresh_from_db()
    faults = {row["number"]: row["faults"] for row in rows_in(batch, [RowState.WRONG])}
    assert faults == {
        2: [["rank", RowFault.RANK_NOT_IN_FORCE]],
        5: [["rank", RowFault.RANK_NOT_IN_FORCE]],
    }
    put_on_file(ana, batch)
    ranks = {row.individual.full_name: row.rank for row in ServiceRecord.objects.all()}
    assert ranks == {
        "Carlos Ruiz": "supervisor-agregado",
        "Pedro Rojas": "oficial-jefe",
        "Dora Peña": "coronel",
    }


@pytest.mark.parametrize(
    ("text", "rank"),
    [
        ("Comisionado Agregado Luis Mora", "Comisionado Agregado"),
        ("Supervisor Luis Mora", "Supervisor"),
        ("Ofelia Mora", ""),
        ("Oficial Luis Mora", "Oficial"),
    ],
)
def test_a_grade_of_the_police_before_a_name_is_no_name(text, rank):
    assert split_rank(text, "full_name")[0] == rank
