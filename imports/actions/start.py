"""Records privacy notice and legal basis once for everybody in a sheet."""

from dataclasses import replace

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from casework.consents.start import LawfulStart
from imports.actions.imports import ImportNotOpen, lock_open_batch
from imports.models import ImportBatch
from imports.start import start_as_json


@transaction.atomic
def store_start(batch: ImportBatch, *, start: LawfulStart, by: User) -> ImportBatch:
    """Stores notice and basis with the sheet, for everybody put on file afterwards. An empty answer means "not yet".

    Raises ActionRefused for a partial answer, ImportNotOpen once part of the sheet is on file.
    """
    batch = lock_open_batch(batch, by)
    if batch.families_done:
        raise ImportNotOpen(
            _("Part of this sheet is on file: say it of each family on the page of its papers.")
        )
    start.refuse_partial_answers()
    if start.notice or start.ground:
        start = replace(start, said_on=start.said_on or by.today())
    batch.start = start_as_json(start)
    batch.save()
    record("import.start_said", by=by, about=batch)
    return batch
