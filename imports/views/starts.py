"""What everybody in a sheet was told, and the legal basis of their files: recorded once, before they are on file."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from imports.actions.start import store_start
from imports.forms import StartForm
from imports.models import ImportBatch
from imports.start import start_of
from imports.views.imports import of_batch, rows_address
from pages.answers import answer


@of_batch
def import_start(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Starts with the earlier answers; nothing is preselected."""
    if not batch.is_open_to_change or batch.families_done:
        return redirect("import-detail", batch.pk)
    record_read("import.read", by=request.user, about=batch)
    start = start_of(batch)
    said = vars(start) | {"notice_text": start.notice_text.pk if start.notice_text else ""}
    form = StartForm(request.POST or None, initial=said)
    form.offer_texts(request.user.today())
    return answer(
        request,
        form,
        store_start,
        batch,
        title=_("Privacy notice and basis"),
        done=_("It is kept with the sheet, for everybody who goes on file."),
        back=rows_address(batch),
        template="imports/import_start.html",
        batch=batch,
    )
