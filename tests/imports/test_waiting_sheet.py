"""A sheet that was chosen waits while the rest of its form is put right."""

import uuid

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.urls import reverse

from casework.uploads.models import WaitingFile
from imports.models import ImportBatch
from tests.build import reference
from tests.cast import log_in
from tests.imports.sheets import FAMILY, HEADINGS, as_xlsx, batch_of
from tests.page import page_of
from vault.files import open_file

pytestmark = pytest.mark.usefixtures("media")


def send(client, **facts):
    told = {"arrived_on": "mañana", "submission": str(uuid.uuid4())} | facts
    return client.post(reverse("import-upload"), told)


def a_file(content, name="Puente.xlsx"):
    return SimpleUploadedFile(name, content)


def test_a_sheet_is_imported_from_the_second_sending_without_a_file(cast):
    reference()
    client, content = log_in(cast.ana), as_xlsx([HEADINGS, *FAMILY])
    page = page_of(send(client, file=a_file(content), team=cast.norte.pk))
    assert page.says("Puente.xlsx", "se conserva; elija otro archivo para cambiarlo.")
    assert ImportBatch.objects.count() == 0
    kept = page.fields["kept"]
    batch = batch_of(send(client, arrived_on="20/2/2019", team=cast.norte.pk, kept=kept))
    assert (batch.title, batch.kind, batch.rows_total) == ("Puente.xlsx", "xlsx", len(FAMILY))
    with open_file(batch.stored_name, key_id=batch.key_id, row_id=batch.pk) as stored:
        assert stored.read() == content
    assert not WaitingFile.objects.exists()


def test_a_sheet_that_cannot_be_read_is_not_kept_and_its_fault_is_said_at_once(cast):
    reference()
    page = page_of(send(log_in(cast.ana), file=a_file(b"MZ"), team=cast.norte.pk))
    assert {"#id_file", "#id_arrived_on"} <= set(page.links)
    assert not WaitingFile.objects.exists()


def test_a_colleagues_sheet_is_not_taken(cast):
    reference()
    content = as_xlsx([HEADINGS, *FAMILY])
    page = page_of(send(log_in(cast.ana), file=a_file(content), team=cast.norte.pk))
    answer = send(
        log_in(cast.bruno), arrived_on="20/2/2019", team=cast.sur.pk, kept=page.fields["kept"]
    )
    assert "ya no está" in str(page_of(answer).refusals)
    assert ImportBatch.objects.count() == 0
