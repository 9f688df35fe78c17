"""Single rows of an import: correct, drop, accept, and undo; and the sheet of faulty ones."""

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
from imports.rows import next_wrong, rows_in, shown, shown_faults
from imports.rules.states import LEFT_ALONE
from imports.sheets import sheet_of_faults
from imports.views.imports import XLSX, act, hand_over, of_batch, rows_address
from pages.answers import answer

DOUBTFUL = RowState.DOUBTFUL.value


@of_batch
def import_row_mend(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    """The cells of one row; saving checks the sheet again, and goes on to the next error if requested."""
    found = mending.chunk_with(batch, row)
    if found is None or found[1]["state"] in LEFT_ALONE:
        raise Http404
    kept = found[1]
    record_read("import.read", by=request.user, about=batch, details={"row": row})
    faults = shown_faults(batch, kept)
    tab = _tab_of(request) or kept["state"]
    return answer(
        request,
        MendRowForm(request.POST or None, batch=batch, cells=kept["cells"], faults=faults),
        partial(mending.mend_row, row=row),
        batch,
        back=rows_address(batch, tab),
        onward=lambda mended: _after_mending(request, mended, row),
        template="imports/import_row.html",
        batch=batch,
        row=shown(batch, kept, vocabulary_of(batch)),
        faults=faults,
        submit=_("Save and check"),
        also=_("Save and next error") if next_wrong(batch, row) else "",
        rows=tab,
    )


def _tab_of(request: StaffRequest) -> str:
    """The tab that the user came from."""
    asked = request.GET.get("rows", "")
    return asked if asked in RowState.values else ""


def _after_mending(request: StaffRequest, batch: ImportBatch, row: int) -> str:
    """To the row if it still has a fault, else to the next error if requested, else to the tab."""
    rows = _tab_of(request) or RowState.WRONG.value
    if batch.is_under_way:
        hand_over(batch)
        return rows_address(batch, rows)
    found = mending.chunk_with(batch, row)
    onward = row if found and found[1]["state"] == RowState.WRONG else None
    if not onward and "also" in request.POST:
        onward = next_wrong(batch, row)
    if onward:
        address = reverse("import-row-mend", args=[batch.pk, onward])
        return f"{address}?rows={rows}"
    is_empty = not getattr(batch, ImportBatch.COUNTS[RowState(rows)])
    return rows_address(batch, RowState.GOOD.value if is_empty else rows)


@require_POST
@of_batch
def import_row_drop(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    undo = {"dropped": f"{row}"}
    return act(request, batch, mending.drop_row, rows=_tab_of(request), undo=undo, row=row)


@require_POST
@of_batch
def import_row_restore(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    done = _("Row %(row)s is in the sheet again.") % {"row": row}
    return act(request, batch, mending.restore_row, done, rows=_tab_of(request), row=row)


@require_POST
@of_batch
def import_row_accept(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    undo = {"accepted": f"{row}"}
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo=undo, row=row)


@require_POST
@of_batch
def import_accept(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    return act(request, batch, mending.accept_rows, rows=DOUBTFUL, undo={"accepted": "all"})


@require_POST
@of_batch
def import_row_doubt(request: StaffRequest, batch: ImportBatch, row: int) -> HttpResponse:
    done = _("Row %(row)s is doubtful again.") % {"row": row}
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL, row=row)


@require_POST
@of_batch
def import_doubt(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    done = _("What was taken all together is doubtful again.")
    return act(request, batch, mending.doubt_rows, done, rows=DOUBTFUL)


@require_GET
@of_batch
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
