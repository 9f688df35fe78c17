"""A sheet that takes long to read is read by a worker, with progress; the page answers at once."""

import pytest
from django.urls import reverse

from imports.actions.imports import drop_import
from imports.actions.stages import run_steps
from imports.choices import ImportStatus
from imports.models import ImportBatch
from imports.rules import reading
from imports.tasks import look_after_imports
from tests.imports.sheets import FAMILY, HEADINGS, as_csv, as_xlsx, batch_of, upload
from tests.page import page_of
from vault.files import file_size

pytestmark = pytest.mark.usefixtures("house")


@pytest.fixture
def large(monkeypatch):
    """Every sheet of text counts as large."""
    monkeypatch.setattr(reading, "TEXT_AT_ONCE", 10)


def detail(batch):
    return reverse("import-detail", args=[batch.pk])


def test_a_large_sheet_waits_for_a_worker_and_then_asks_for_its_columns(cast, ana, large):
    content = as_csv([HEADINGS, *FAMILY])
    answer = upload(ana, content, "Puente.csv", cast.norte)
    batch = batch_of(answer)
    assert answer["Location"] == detail(batch)
    assert (batch.status, batch.rows_total) == (ImportStatus.READING, 0)
    assert file_size(batch.stored_name) == len(content)
    page = ana.get(detail(batch))
    assert page_of(page).says("Leyendo", "un proceso aparte la lee")
    assert b'hx-trigger="every 2s"' in page.content
    assert ana.get(reverse("import-columns", args=[batch.pk]))["Location"] == detail(batch)
    assert list(ImportBatch.objects.waiting_for_a_worker(batch.uploaded_at)) == [batch]
    assert not run_steps(batch.pk)
    batch.refresh_from_db()
    assert (batch.status, batch.rows_total) == (ImportStatus.MAPPING, len(FAMILY))
    columns = reverse("import-columns", args=[batch.pk])
    assert ana.get(detail(batch))["Location"] == columns
    assert page_of(ana.get(columns)).says(FAMILY[0][0])
    assert not run_steps(batch.pk), "safe to call twice"


def test_why_it_cannot_be_read_is_said_with_its_name_in_the_readers_language(cast, ana, large):
    batch = batch_of(upload(ana, as_csv([HEADINGS]), "Vacía.csv", cast.norte))
    run_steps(batch.pk)
    batch.refresh_from_db()
    assert batch.status == ImportStatus.UNREADABLE
    assert page_of(ana.get(detail(batch))).says(
        "No se puede leer", "Vacía.csv", "Fila 1:", "Hay encabezados y ninguna fila"
    )
    assert list(ImportBatch.objects.in_state("failed")) == [batch]
    cast.ana.language = "en"
    cast.ana.save()
    assert page_of(ana.get(detail(batch))).says("There are headings and no rows below them.")
    drop_import(batch, by=cast.ana)
    batch.refresh_from_db()
    assert (batch.status, batch.stored_name) == (ImportStatus.DROPPED, "")


def test_a_sheet_that_was_lost_before_it_was_read_says_so(cast, ana, large, tmp_path):
    batch = batch_of(upload(ana, as_csv([HEADINGS, *FAMILY]), "Puente.csv", cast.norte))
    (tmp_path / batch.stored_name).unlink()
    with pytest.raises(FileNotFoundError):
        run_steps(batch.pk)
    batch.refresh_from_db()
    assert batch.is_unreadable
    assert page_of(ana.get(detail(batch))).says("dañado")
    look_after_imports()


def test_a_workbook_that_does_not_come_to_an_end_in_time_is_left_to_a_worker(
    cast, ana, monkeypatch
):
    # Not even the program that reads it starts in that time.
    monkeypatch.setattr(reading, "WAIT_SECONDS", 0)
    batch = batch_of(upload(ana, as_xlsx([HEADINGS, *FAMILY]), "Puente.xlsx", cast.norte))
    assert batch.is_being_read
    monkeypatch.undo()
    run_steps(batch.pk)
    batch.refresh_from_db()
    assert (batch.status, batch.rows_total) == (ImportStatus.MAPPING, len(FAMILY))
