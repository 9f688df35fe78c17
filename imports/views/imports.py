"""Pages of an import: upload, columns, words, preview, and actions on the whole import."""

import re
import uuid
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_GET, require_POST

from accounts.access import StaffRequest, View, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from imports.actions import imports
from imports.actions.undo import families_to_undo
from imports.actions.words import words_to_confirm
from imports.blank import blank_sheet
from imports.choices import OVER_STATUSES, ImportStatus, RowState
from imports.filters import ImportFilter
from imports.forms import (
    SAMPLES,
    ChooseSheetForm,
    ColumnsForm,
    ImportActForm,
    UploadForm,
    WordsForm,
)
from imports.models import ImportBatch
from imports.rows import columns_not_imported, rows_page
from imports.start import start_of
from imports.tasks import work_on_import
from pages.answers import form_response
from pages.lists import list_page
from pages.workers import queue_after_commit

XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
TABS = (RowState.GOOD, RowState.WRONG, RowState.DOUBTFUL)
RARE_TABS = (RowState.HELD, RowState.DROPPED, RowState.UNREAD)


def import_page(view: View) -> View:
    """Decorates a page of one import and passes it the import. The 404 is the same if the import is absent or invisible."""

    @permission_required(Permission.IMPORT_RUN)
    @wraps(view)
    def page(request: StaffRequest, batch_id: uuid.UUID, **arguments: Any) -> HttpResponseBase:
        related = ("office", "team", "uploaded_by")
        batch = get_visible_or_404(request, ImportBatch, batch_id, Permission.IMPORT_RUN, *related)
        return view(request, batch, **arguments)

    return page


@permission_required(Permission.IMPORT_RUN)
def import_list(request: StaffRequest) -> HttpResponse:
    """Imports, newest first, under the form that starts one."""
    rows = ImportBatch.objects.visible_to(request.user).select_related("team", "uploaded_by")
    record_read("import.listed", by=request.user)
    return list_page(
        request,
        rows,
        filterset=ImportFilter,
        template="imports/import_list.html",
        list_title=_("Imports"),
        form=UploadForm(request, user=request.user),
    )


@require_GET
@permission_required(Permission.IMPORT_RUN)
def import_blank(request: StaffRequest) -> HttpResponse:
    """An empty sheet to fill in. It contains nothing about anybody."""
    response = HttpResponse(blank_sheet(), content_type=XLSX)
    name = _("arrivals")
    response["Content-Disposition"] = f'attachment; filename="{name}.xlsx"'
    return response


@permission_required(Permission.IMPORT_RUN)
def import_upload(request: StaffRequest) -> HttpResponse:
    """Accepts the file. Shows why it cannot be read, with the row and column."""
    return form_response(
        request,
        UploadForm(request, user=request.user),
        imports.upload_sheet,
        title=_("Import a sheet"),
        back=reverse("import-list"),
        success_url=_url_after_upload,
        template="imports/import_upload.html",
    )


@import_page
def import_columns(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Asks what each column contains, and shows its first cells."""
    if not batch.is_open_to_change or batch.families_done:
        return redirect("import-detail", batch.pk)
    first = batch.chunks.first()
    rows = sorted(first.rows, key=lambda row: row["number"]) if first else []
    samples = [row["cells"] for row in rows[:SAMPLES]]
    record_read("import.read", by=request.user, about=batch)
    return form_response(
        request,
        ColumnsForm(request.POST or None, batch=batch, samples=samples),
        imports.map_columns,
        batch,
        success_url=_next_step_url,
        template="imports/import_columns.html",
        batch=batch,
        left_behind=columns_not_imported(batch),
    )


@require_POST
@import_page
def import_sheet(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Reads another sheet of the same workbook instead."""
    form = ChooseSheetForm(request.POST)
    if form.is_valid() and form.does(imports.choose_sheet, batch, by=request.user):
        return redirect(_url_after_upload(form.result))
    for sentence in form.non_field_errors():
        messages.error(request, str(sentence))
    return redirect("import-detail", batch.pk)


@import_page
def import_words(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Asks what words of the sheet mean, for example for a force or a rank."""
    if not batch.is_open_to_change or batch.status == ImportStatus.MAPPING:
        return redirect("import-detail", batch.pk)
    record_read("import.read", by=request.user, about=batch)
    return form_response(
        request,
        WordsForm(request.POST or None, words=words_to_confirm(batch)),
        imports.confirm_words,
        batch,
        success_url=_next_step_url,
        template="imports/import_words.html",
        batch=batch,
    )


def queue_work(batch: ImportBatch) -> None:
    """Queues the remaining work, if any."""
    if batch.is_under_way:
        queue_after_commit(work_on_import, batch.pk)


def _url_after_upload(batch: ImportBatch) -> str:
    """The URL of the columns, or of the progress if a worker reads the sheet. Queues that work."""
    queue_work(batch)
    name = "import-detail" if batch.is_under_way else "import-columns"
    return reverse(name, args=[batch.pk])


def _next_step_url(batch: ImportBatch) -> str:
    """The URL of the next step of the import. Queues the remaining work."""
    queue_work(batch)
    name = "import-words" if batch.status == ImportStatus.WORDS else "import-detail"
    return reverse(name, args=[batch.pk])


@import_page
def import_detail(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """The status of the import, and its rows: good, with errors, to decide, waiting for their family, dropped."""
    if batch.status == ImportStatus.MAPPING:
        return redirect("import-columns", batch.pk)
    if batch.status == ImportStatus.WORDS:
        return redirect("import-words", batch.pk)
    if request.htmx and batch.is_under_way:
        return render(request, "imports/_import_progress.html", {"batch": batch})
    page = render(request, "imports/import_detail.html", _detail(request, batch))
    if request.htmx:
        page["HX-Refresh"] = "true"
    return page


def _detail(request: StaffRequest, batch: ImportBatch) -> dict[str, Any]:
    context: dict[str, Any] = {
        "batch": batch,
        "is_over": batch.status in OVER_STATUSES,
        "may_undo": batch.may_be_undone(timezone.now()),
        "may_commit": batch.is_open_to_change and batch.rows_good > 0,
        "families": batch.families.count(),
    }
    if context["may_undo"]:
        context["to_undo"] = families_to_undo(batch)
    if batch.is_under_way or batch.is_unreadable or context["is_over"]:
        return context
    default = _first_filled(batch)
    wanted_tab = request.GET.get("rows", "")
    rare_tabs = [each for each in RARE_TABS if getattr(batch, ImportBatch.COUNTS[each])]
    tabs = [*TABS, *rare_tabs]
    state = RowState(wanted_tab if wanted_tab in tabs else default)
    url = reverse("import-detail", args=[batch.pk])
    record_read("import.read", by=request.user, about=batch, details={"rows": state})
    start = start_of(batch)
    rows = rows_page(batch, state, request.GET.get("page"))
    return context | {
        "left_behind": columns_not_imported(batch),
        "says_notice": bool(start.notice),
        "says_ground": bool(start.ground),
        "state": state,
        "page_obj": rows,
        "some_go_together": any(row.may_be_accepted_together for row in rows.object_list),
        "querystring": f"rows={state}",
        "tabs": [
            {
                "label": each.label,
                "url": url if each == default else f"{url}?rows={each.value}",
                "count": getattr(batch, ImportBatch.COUNTS[each]),
                "is_current": each == state,
            }
            for each in tabs
        ],
        "undo": _undo_offer(request, batch, state),
    }


def _first_filled(batch: ImportBatch) -> str:
    """The first tab that has rows, by default that of good rows."""
    filled = [state for state in TABS if getattr(batch, ImportBatch.COUNTS[state])]
    return str(filled[0] if filled else RowState.GOOD)


def act(
    request: StaffRequest,
    batch: ImportBatch,
    action: Callable[..., ImportBatch],
    done: str = "",
    *,
    rows: str = "",
    undo: Mapping[str, str] | None = None,
    **arguments: Any,
) -> HttpResponse:
    """Runs the action and redirects to the import, which shows refusals.

    `undo` is the query that makes the page offer to undo the action.
    """
    form = ImportActForm(request.POST)
    if form.is_valid() and form.does(action, batch, by=request.user, **arguments):
        if done:
            messages.success(request, done)
        queue_work(form.result)
    else:
        for sentence in form.non_field_errors():
            messages.error(request, str(sentence))
        undo = None
    return redirect(rows_url(batch, rows, **(undo or {})))


def rows_url(batch: ImportBatch, rows: str = "", **more: str) -> str:
    """The URL of an import with this tab open."""
    query = urlencode({**({"rows": rows} if rows else {}), **more})
    url = reverse("import-detail", args=[batch.pk])
    return f"{url}?{query}" if query else url


def _undo_offer(request: StaffRequest, batch: ImportBatch, state: str) -> dict[str, str] | None:
    """The last act on a row and the URL that undoes it; None without such an act."""
    dropped, accepted = request.GET.get("dropped", ""), request.GET.get("accepted", "")
    if accepted == "all":
        done = _("All who are only like somebody are taken as new people.")
        url = reverse("import-doubt", args=[batch.pk])
    elif number := next(iter(re.findall(r"^\d{1,6}$", dropped or accepted)), None):
        done = _("Row %(row)s was dropped.") if dropped else _("Row %(row)s is taken as it stands.")
        done %= {"row": number}
        name = "import-row-restore" if dropped else "import-row-doubt"
        url = reverse(name, args=[batch.pk, number])
    else:
        return None
    return {"done": done, "url": f"{url}?rows={state}"}


@require_POST
@import_page
def import_commit(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    done = ngettext(
        "%(count)s row is being put on file.",
        "%(count)s rows are being put on file.",
        batch.rows_good,
    )
    return act(request, batch, imports.commit_import, done % {"count": batch.rows_good})


@require_POST
@import_page
def import_check(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    return act(request, batch, imports.check_again, _("All rows are checked again."))


def _warning_of_drop(batch: ImportBatch) -> str:
    """How many rows are dropped, and whether they can be restored: only once something is on file."""
    count = batch.rows_waiting
    if batch.families_done:
        sentence = ngettext(
            "%(count)s row is not put on file. It can be fetched back as long as the import is open.",
            "%(count)s rows are not put on file. They can be fetched back as long as the import is open.",
            count,
        )
    else:
        sentence = ngettext(
            "%(count)s row is not put on file. It cannot be fetched back.",
            "%(count)s rows are not put on file. They cannot be fetched back.",
            count,
        )
    return sentence % {"count": count}


@import_page
def import_drop(request: StaffRequest, batch: ImportBatch) -> HttpResponse:
    """Drops the waiting rows, after asking."""
    return form_response(
        request,
        ImportActForm(request.POST if request.method == "POST" else None),
        imports.drop_import,
        batch,
        title=_("Drop this file") if batch.is_unreadable else _("Drop what waits"),
        done=_("The rows that waited were dropped."),
        back=rows_url(batch),
        template="imports/import_confirm.html",
        batch=batch,
        sentences=[_warning_of_drop(batch), _("What is on file already stays there.")],
        submit=_("Drop the rows"),
        danger=True,
    )
