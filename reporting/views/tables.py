"""Pages of the funder's tables."""

from functools import partial
from typing import Any
from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from pages.answers import form_response
from pages.lists import list_page
from pages.workers import queue_after_commit
from reporting.actions import tables
from reporting.choices import TableStatus
from reporting.filters import FunderTableListFilter
from reporting.forms.tables import PrepareTableForm, ReleaseTableForm
from reporting.models import FunderTable
from reporting.rules.suppression import FileMark
from reporting.tasks import make_table
from reporting.writing import blocks_of, from_csv, legend
from vault.files import open_file

FORMATS = {
    "csv": ("csv_name", "text/csv; charset=utf-8"),
    "xlsx": ("xlsx_name", "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"),
}


@permission_required(Permission.REPORT_RELEASED_READ)
def report_list(request: StaffRequest) -> HttpResponse:
    """The tables that the user may see."""
    rows = FunderTable.objects.visible_to(request.user).select_related(
        "office", "funder", "prepared_by", "released_by"
    )
    may_prepare = can(request.user, Permission.REPORT_PREPARE).allowed
    return list_page(
        request,
        rows,
        filterset=FunderTableListFilter,
        template="reporting/report_list.html",
        list_title=_("Reports"),
        may_prepare=may_prepare,
        empty_text=_(
            "No table has been prepared yet. One is prepared by an administrator when its month is over, and released "
            "by a supervisor."
        ),
        empty_url=reverse("report-prepare") if may_prepare else "",
        empty_action=_("Prepare the monthly table"),
    )


@permission_required(Permission.REPORT_PREPARE)
def report_prepare(request: StaffRequest) -> HttpResponse:
    """Asks for a month's table; it is made in the background."""
    return form_response(
        request,
        PrepareTableForm(request.POST or None, user=request.user),
        tables.prepare_table,
        title=_("Prepare the monthly table"),
        submit=_("Prepare the table"),
        back=reverse("report-list"),
        success_url=_start_making,
        template="reporting/report_prepare.html",
    )


def _start_making(table: FunderTable) -> str:
    queue_after_commit(make_table, table.pk)
    return reverse("report-detail", args=[table.pk])


@permission_required(Permission.REPORT_RELEASED_READ)
def report_detail(request: StaffRequest, table_id: UUID) -> HttpResponse:
    """One table: its progress, its content, its files, its release."""
    related = ("office", "prepared_by")
    table = get_visible_or_404(
        request, FunderTable, table_id, Permission.REPORT_RELEASED_READ, *related
    )
    is_under_way = table.status in {TableStatus.QUEUED, TableStatus.RUNNING}
    template = "_progress_of_table.html" if request.htmx and is_under_way else "report_detail.html"
    page = render(
        request,
        f"reporting/{template}",
        {
            "table": table,
            "is_under_way": is_under_way,
            "is_expired": table.is_expired_at(timezone.now()),
            "may_release": (
                table.status == TableStatus.READY
                and table.released_at is None
                and not table.was_made_too_early
                and table.prepared_by_id != request.user.pk
                and can(request.user, Permission.REPORT_RELEASE, table).allowed
            ),
        },
    )
    if request.htmx and not is_under_way:
        page["HX-Refresh"] = "true"
    return page


@permission_required(Permission.REPORT_RELEASE)
@fresh_login_required
def report_release(request: StaffRequest, table_id: UUID) -> HttpResponse:
    """Shows the table, and asks a second person to release it."""
    table = get_visible_or_404(request, FunderTable, table_id, Permission.REPORT_RELEASE)
    table = _readable(request, table.pk)
    return form_response(
        request,
        ReleaseTableForm(request.POST or None),
        tables.release_table,
        table,
        title=_("Release the table"),
        done=_("The table is released."),
        back=reverse("report-detail", args=[table.pk]),
        template="reporting/report_release.html",
        looks=partial(_record_read, request, table, "release"),
        **_content(table),
        sentences=[
            _("Everybody who may read released tables can then download it."),
            _("A release cannot be taken back from whoever has downloaded it."),
        ],
        submit=_("Release the table"),
    )


def _readable(request: StaffRequest, table_id: UUID) -> FunderTable:
    """The table. Raises Http404 if it is unfinished, expired or invisible."""
    related = ("office", "funder", "prepared_by")
    table = get_visible_or_404(
        request, FunderTable, table_id, Permission.REPORT_RELEASED_READ, *related
    )
    if table.status != TableStatus.READY or table.is_expired_at(timezone.now()):
        raise Http404
    return table


def _record_read(request: StaffRequest, table: FunderTable, where: str) -> None:
    record_read("table.read", by=request.user, about=table, details={"format": where})


def _content(table: FunderTable) -> dict[str, Any]:
    """The context of a page with the numbers of the file."""
    with open_file(table.csv_name, key_id=table.key_id, row_id=table.pk) as file:
        blocks = blocks_of(from_csv(file.read()), table.smallest_count)
    return {
        "table": table,
        "blocks": blocks,
        "legend": legend(table.smallest_count),
        "in_files": [mark.value for mark in FileMark],
    }


@require_GET
@permission_required(Permission.REPORT_RELEASED_READ)
@fresh_login_required
def report_table(request: StaffRequest, table_id: UUID) -> HttpResponse:
    """The table as it is in the file, to read and to print. Records the view first."""
    table = _readable(request, table_id)
    _record_read(request, table, "page")
    return render(request, "reporting/report_table.html", _content(table))


@require_GET
@permission_required(Permission.REPORT_RELEASED_READ)
@fresh_login_required
def report_file(request: StaffRequest, table_id: UUID, format_name: str) -> HttpResponseBase:
    """The table as a file. Records the view first."""
    table = _readable(request, table_id)
    if format_name not in FORMATS:
        raise Http404
    attribute, content_type = FORMATS[format_name]
    _record_read(request, table, format_name)
    return FileResponse(
        open_file(getattr(table, attribute), key_id=table.key_id, row_id=table.pk),
        as_attachment=True,
        filename=f"{table.file_stem}.{format_name}",
        content_type=content_type,
    )
