"""Single rows of an import: mend, drop, accept; and the sheet of those that are wrong."""

import uuid

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.access import needs
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from casework.actions import imports
from casework.actions.import_words import vocabulary_of
from casework.choices.importing import RowState
from casework.choices.sheet_faults import RowFault
from casework.forms.importing import MendRowForm
from casework.import_rows import rows_in, shown, shown_faults
from casework.import_sheet import sheet_of_faults
from casework.models import ImportBatch
from casework.rules.sheet_states import LEFT_ALONE
from casework.views.imports import act, batch_of, nudge

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@needs(Permission.IMPORT_RUN)
def import_row_mend(request: HttpRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    """The cells of one row; saving them checks the sheet again."""
    batch = batch_of(request, batch_id)
    found = imports.chunk_with(batch, row)
    if found is None or found[1]["s"] in LEFT_ALONE:
        raise Http404
    kept = found[1]
    record_read("import.read", by=request.user, about=batch, details={"row": row})
    faults = shown_faults(batch, kept)
    form = MendRowForm(request.POST or None, batch=batch, cells=kept["c"], faults=faults)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(imports.mend_row, batch, row=row, by=request.user)
    ):
        return _after_mending(form.result, row)
    return render(
        request,
        "casework/import_row.html",
        {
            "batch": batch,
            "form": form,
            "row": shown(batch, kept, vocabulary_of(batch)),
            "faults": faults,
            "submit": _("Save and check"),
            "cancel_url": f"{reverse('import-detail', args=[batch.pk])}?rows={kept['s']}",
        },
    )


def _after_mending(batch: ImportBatch, row: int) -> HttpResponse:
    """Back to the rows with errors, or to the row if something is wrong with it still."""
    if batch.is_under_way:
        nudge(batch)
        return redirect("import-detail", batch.pk)
    found = imports.chunk_with(batch, row)
    if found and any(fault[1] != RowFault.WAITS_FOR_FAMILY for fault in found[1]["f"]):
        return redirect("import-row-mend", batch.pk, row)
    state = RowState.WRONG if batch.rows_wrong else RowState.GOOD
    return redirect(f"{reverse('import-detail', args=[batch.pk])}?rows={state.value}")


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_drop(request: HttpRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    done = _("Row %(row)s was dropped.") % {"row": row}
    rows = request.GET.get("rows", "")
    return act(request, batch, imports.drop_row, done, rows=rows, row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_accept(request: HttpRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    done = _("Row %(row)s is somebody new.") % {"row": row}
    return act(request, batch, imports.accept_rows, done, rows=RowState.DOUBTFUL.value, row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_accept(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    batch = batch_of(request, batch_id)
    return act(request, batch, imports.accept_rows, _("All of them are taken as new people."))


@require_GET
@needs(Permission.IMPORT_RUN)
@fresh_login_required
def import_faults(request: HttpRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The rows that wait, with a column that says what is wrong, to be mended in a spreadsheet."""
    batch = batch_of(request, batch_id)
    if not batch.is_open_to_change or not batch.headings:
        raise Http404
    record_read("import.downloaded", by=request.user, about=batch)
    waiting = rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL])
    answer = HttpResponse(sheet_of_faults(batch, waiting), content_type=XLSX)
    answer["Content-Disposition"] = 'attachment; filename="amparo-import.xlsx"'
    return answer
