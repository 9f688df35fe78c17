"""The page that records privacy notice and legal basis once for everybody in a sheet."""

from django.http import HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _

from accounts.access import StaffRequest
from accounts.audit import record_read
from imports.actions.start import store_start
from imports.forms import StartForm
from imports.models import ImportBatch
from imports.start import TEXTS, start_of
from imports.views.imports import import_page, rows_url
from pages.answers import form_response


@import_page
def import_start(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Asks for notice and legal basis, with the earlier answers filled in."""
    if not batch.is_open_to_change or batch.families_done:
        return redirect("import-detail", batch.pk)
    record_read("import.read", by=request.user, about=batch)
    start = start_of(batch)
    initial = vars(start) | {name: text.pk for name in TEXTS if (text := getattr(start, name))}
    form = StartForm(request.POST or None, initial=initial)
    form.offer_texts(request.user.today())
    return form_response(
        request,
        form,
        store_start,
        batch,
        title=_("Privacy notice and basis"),
        done=_("It is kept with the sheet, for everybody who goes on file."),
        back=rows_url(batch),
        template="imports/import_start.html",
        batch=batch,
    )
