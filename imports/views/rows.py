"""Single rows of an import: mend, drop, accept, and back again; and the sheet of those that are wrong."""

import uuid

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from imports.actions import mending
from imports.actions.words import vocabulary_of
from imports.choices import RowState
from imports.forms import MendRowForm
from imports.models import ImportBatch
from imports.rows import has_own_fault, next_wrong, rows_in, shown, shown_faults
from imports.rules.states import LEFT_ALONE
from imports.sheets import sheet_of_faults
from imports.views.imports import act, batch_of, nudge, rows_address

DOUBTFUL = RowState.DOUBTFUL.value

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"


@needs(Permission.IMPORT_RUN)
def import_row_mend(request: StaffRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    """The cells of one row; saving them checks the sheet again, and goes on to the next error if that is wished."""
    batch = batch_of(request, batch_id)
    found = mending.chunk_with(batch, row)
    if found is None or found[1]["state"] in LEFT_ALONE:
        raise Http404
    kept = found[1]
    record_read("import.read", by=request.user, about=batch, details={"row": row})
    faults = shown_faults(batch, kept)
    form = MendRowForm(request.POST or None, batch=batch, cells=kept["cells"], faults=faults)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(mending.mend_row, batch, row=row, by=request.user)
    ):
        return _after_mending(request, form.result, row)
    return render(
        request,
        "imports/import_row.html",
        {
            "batch": batch,
            "form": form,
            "row": shown(batch, kept, vocabulary_of(batch)),
            "faults": faults,
            "submit": _("Save and check"),
            "also": _("Save and next error") if next_wrong(batch, row) else "",
            "rows": _tab_of(request) or kept["state"],
            "cancel_url": rows_address(batch, _tab_of(request) or kept["state"]),
        },
    )


def _tab_of(request: StaffRequest) -> str:
    """The tab that the reader came from."""
    asked = request.GET.get("rows", "")
    return asked if asked in RowState.values else ""


def _after_mending(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    """To the row if something is wrong with it still, else to the next error if that was pressed, else to the tab."""
    rows = _tab_of(request) or RowState.WRONG.value
    if batch.is_under_way:
        nudge(batch)
        return redirect(rows_address(batch, rows))
    found = mending.chunk_with(batch, row)
    onward = row if found and has_own_fault(found[1]) else None
    if not onward and "also" in request.POST:
        onward = next_wrong(batch, row)
    if onward:
        address = reverse("import-row-mend", args=[batch.pk, onward])
        return redirect(f"{address}?rows={rows}")
    is_empty = not getattr(batch, ImportBatch.COUNTS[RowState(rows)])
    return redirect(rows_address(batch, RowState.GOOD.value if is_empty else rows))


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_drop(request: StaffRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    undo = {"dropped": f"{row}"}
    return act(request, batch, mending.drop_row, rows=_tab_of(request), undo=undo, row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_restore(request: StaffRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    done = _("Row %(row)s is in the sheet again.") % {"row": row}
    return act(request, batch, mending.restore_row, done, rows=_tab_of(request), row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_accept(request: StaffRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    undo = {"accepted": f"{row}"}
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo=undo, row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_accept(request: StaffRequest, batch_id: uuid.UUID) -> HttpResponse:
    batch = batch_of(request, batch_id)
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo={"accepted": "all"})


@require_POST
@needs(Permission.IMPORT_RUN)
def import_row_doubt(request: StaffRequest, batch_id: uuid.UUID, row: int) -> HttpResponse:
    batch = batch_of(request, batch_id)
    done = _("Row %(row)s is doubtful again.") % {"row": row}
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL, row=row)


@require_POST
@needs(Permission.IMPORT_RUN)
def import_doubt(request: StaffRequest, batch_id: uuid.UUID) -> HttpResponse:
    batch = batch_of(request, batch_id)
    done = _("What was taken all together is doubtful again.")
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL)


@require_GET
@needs(Permission.IMPORT_RUN)
@fresh_login_required
def import_faults(request: StaffRequest, batch_id: uuid.UUID) -> HttpResponse:
    """The rows that wait, with a column that says what is wrong, to be mended in a spreadsheet."""
    batch = batch_of(request, batch_id)
    if not batch.is_open_to_change or not batch.headings:
        raise Http404
    record_read("import.downloaded", by=request.user, about=batch)
    waiting = rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL])
    answer = HttpResponse(sheet_of_faults(batch, waiting), content_type=XLSX)
    answer["Content-Disposition"] = 'attachment; filename="amparo-import.xlsx"'
    return answer
