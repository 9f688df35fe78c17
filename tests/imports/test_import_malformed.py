"""Malformed files: a sentence that names row and column where there is one, nothing written, little memory."""

import resource

import pytest

from casework.register.models.case import Case
from imports.actions.stages import run_steps
from imports.choices import ImportStatus, RowState
from imports.models import ImportBatch, ImportChunk
from imports.rows import rows_in
from imports.rules.choices import SheetFault
from imports.rules.text import column_letter
from tests.cast import log_in
from tests.imports.malformed import FILES
from tests.imports.sheets import as_xlsx, batch_of, checked, press, upload
from tests.page import page_of
from vault.models import SubjectKey

MOST_GROWTH = 250 * 1024


pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture
def ana(cast):
    cast.ana.language = "en"
    cast.ana.save()
    return log_in(cast.ana)


def peak() -> int:
    """The most memory that this process held so far, in KiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss


# Faults of one cell: row and column are named.
AT_A_CELL = {
    SheetFault.NUL_BYTES,
    SheetFault.MIXED_ENCODINGS,
    SheetFault.OPEN_QUOTE,
    SheetFault.ROWS_IN_A_CELL,
    SheetFault.CELL_TOO_LONG,
    SheetFault.TOO_MANY_COLUMNS,
}
# Whoever reads it does not come to an end while somebody waits.
LEFT_TO_A_WORKER = {"a cell at the far end"}
REFUSED = [
    pytest.param(name, id=name)
    for name, each in FILES.items()
    if each.fault and name not in LEFT_TO_A_WORKER
]
TAKEN = [pytest.param(name, id=name) for name, each in FILES.items() if not each.fault]


def test_there_are_fifty_of_them():
    assert len(FILES) >= 50


@pytest.mark.parametrize("name", REFUSED)
def test_a_file_is_refused_with_a_sentence_and_nothing_is_written(cast, ana, name, settings):
    bad = FILES[name]
    content = bad.content()
    before, keys = peak(), SubjectKey.objects.count()
    answer = upload(ana, content, bad.name, cast.norte)
    assert answer.status_code == 200, answer.get("Location")
    said = " ".join(answer.context["form"].errors["file"])
    assert str(bad.fault.label) in said
    assert (bad.fault in AT_A_CELL) <= (bad.row is not None and bad.column is not None)
    if bad.row:
        assert f"Row {bad.row}" in said
    if bad.column is not None:
        assert f"column {column_letter(bad.column)}" in said
    assert (ImportBatch.objects.count(), ImportChunk.objects.count(), Case.objects.count()) == (
        0,
        0,
        0,
    )
    assert SubjectKey.objects.count() == keys
    assert [path for path in settings.MEDIA_ROOT.rglob("*") if path.is_file()] == []
    assert peak() - before < MOST_GROWTH


@pytest.mark.parametrize("name", LEFT_TO_A_WORKER)
def test_a_file_that_takes_long_is_refused_by_a_worker_with_a_sentence(cast, ana, name):
    bad = FILES[name]
    batch = batch_of(upload(ana, bad.content(), bad.name, cast.norte))
    assert batch.is_being_read
    run_steps(batch.pk)
    page = ana.get(f"/imports/{batch.pk}/")
    assert str(bad.fault.label) in page_of(page).text
    assert (ImportChunk.objects.count(), Case.objects.count()) == (0, 0)


@pytest.mark.parametrize("name", TAKEN)
def test_a_file_that_can_be_read_names_its_faults_by_row_and_column(cast, ana, name):
    bad = FILES[name]
    batch = checked(ana, bad.content(), bad.name, cast.norte)
    found = {
        (row["number"], where): fault
        for row in rows_in(batch, RowState.values)
        for where, fault in row["faults"]
    }
    assert found == {place: str(fault) for place, fault in bad.rows.items()}
    assert Case.objects.count() == 0
    page = ana.get(f"/imports/{batch.pk}/?rows=wrong").content.decode()
    for (row, _), fault in bad.rows.items():
        assert f">{row}<" in page, fault


def test_headings_that_stand_twice_are_asked_about(cast, ana):
    rows = [["Nombre", "Nombre", "Edad"], ["Ana", "Rojas", "30"]]
    batch = batch_of(upload(ana, as_xlsx(rows), "a.xlsx", cast.norte))
    columns = {"column-0": "full_name", "column-1": "age", "column-2": "age"}
    answer = ana.post(f"/imports/{batch.pk}/columns/", columns)
    assert "“Age”" in str(answer.context["form"].non_field_errors())
    assert press(ana, f"/imports/{batch.pk}/columns/").status_code == 302
    press(ana, f"/imports/{batch.pk}/words/")
    batch.refresh_from_db()
    assert batch.status == ImportStatus.CHECKED


def test_a_sheet_without_a_column_of_names_is_asked_about(cast, ana):
    batch = batch_of(upload(ana, as_xlsx([["Edad"], ["30"]]), "a.xlsx", cast.norte))
    answer = ana.post(f"/imports/{batch.pk}/columns/", {"column-0": "age"})
    assert "names" in str(answer.context["form"].non_field_errors())
