"""Single rows of an import: correct, drop, accept, and undo these; and the download of faulty rows."""

from functools import partial

from django.http import Http404, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET, require_POST

from accounts.access import StaffRequest
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from imports.actions import mending
from imports.actions.words import vocabulary_of
from imports.choices import RowState
from imports.forms import MendRowForm
from imports.models import ImportBatch
from imports.rows import next_row_with_error, rows_in, shown_faults, to_shown_row
from imports.rules.states import LEFT_ALONE
from imports.sheets import sheet_of_faults
from imports.views.imports import XLSX, act, import_page, queue_work, rows_url
from pages.answers import form_response

DOUBTFUL = RowState.DOUBTFUL.value


@import_page
def import_row_mend(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    """Corrects the cells of one row. Saving checks the sheet again, and shows the next error if requested."""
    chunk_and_row = mending.find_chunk_and_row(batch, row)
    if chunk_and_row is None or chunk_and_row[1]["state"] in LEFT_ALONE:
        raise Http404
    staged_row = chunk_and_row[1]
    record_read("import.read", by=request.user, about=batch, details={"row": row})
    faults = shown_faults(batch, staged_row)
    tab = _tab_of(request) or staged_row["state"]
    return form_response(
        request,
        MendRowForm(request.POST or None, batch=batch, cells=staged_row["cells"], faults=faults),
        partial(mending.mend_row, row=row),
        batch,
        back=rows_url(batch, tab),
        success_url=lambda mended: _after_mending(request, mended, row),
        template="imports/import_row.html",
        batch=batch,
        row=to_shown_row(batch, staged_row, vocabulary_of(batch)),
        faults=faults,
        submit=_("Save and check"),
        also=_("Save and next error") if next_row_with_error(batch, row) else "",
        rows=tab,
    )


def _tab_of(request: StaffRequest) -> str:
    """The tab from which the user came; empty if unknown."""
    tab = request.GET.get("rows", "")
    return tab if tab in RowState.values else ""


def _after_mending(request: StaffRequest, batch: ImportBatch, row: int) -> str:
    """The URL of the row if it still has a fault, else of the next error if requested, else of the tab."""
    rows = _tab_of(request) or RowState.WRONG.value
    if batch.is_under_way:
        queue_work(batch)
        return rows_url(batch, rows)
    chunk_and_row = mending.find_chunk_and_row(batch, row)
    next_row = row if chunk_and_row and chunk_and_row[1]["state"] == RowState.WRONG else None
    if not next_row and "also" in request.POST:
        next_row = next_row_with_error(batch, row)
    if next_row:
        url = reverse("import-row-mend", args=[batch.pk, next_row])
        return f"{url}?rows={rows}"
    is_empty = not getattr(batch, ImportBatch.COUNTS[RowState(rows)])
    return rows_url(batch, RowState.GOOD.value if is_empty else rows)


@require_POST
@import_page
def import_row_drop(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    undo = {"dropped": f"{row}"}
    return act(request, batch, mending.drop_row, rows=_tab_of(request), undo=undo, row=row)


@require_POST
@import_page
def import_row_restore(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    done = _("Row %(row)s is in the sheet again.") % {"row": row}
    return act(request, batch, mending.restore_row, done, rows=_tab_of(request), row=row)


@require_POST
@import_page
def import_row_accept(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    undo = {"accepted": f"{row}"}
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo=undo, row=row)


@require_POST
@import_page
def import_accept(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo={"accepted": "all"})


@require_POST
@import_page
def import_row_doubt(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    done = _("Row %(row)s is doubtful again.") % {"row": row}
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL, row=row)


@require_POST
@import_page
def import_doubt(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    done = _("What was taken all together is doubtful again.")
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL)


@require_GET
@import_page
@fresh_login_required
def import_faults(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """The waiting rows with a column for faults, to be corrected in a spreadsheet."""
    if not batch.is_open_to_change or not batch.headings:
        raise Http404
    record_read("import.downloaded", by=request.user, about=batch)
    waiting = rows_in(batch, [RowState.WRONG, RowState.DOUBTFUL, RowState.HELD])
    sheet = HttpResponse(sheet_of_faults(batch, waiting), content_type=XLSX)
    sheet["Content-Disposition"] = 'attachment; filename="amparo-import.xlsx"'
    return sheet
