"""Pages of the lists with names."""

from uuid import UUID

from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from pages.answers import form_response
from pages.lists import list_page
from pages.workers import queue_after_commit
from reporting.actions import named_lists
from reporting.choices import TableStatus
from reporting.filters import NamedListFilter
from reporting.forms.named_lists import NamedListForm
from reporting.models import NamedList
from reporting.tasks import make_named_list
from vault.files import open_file


@permission_required(Permission.NAMED_LIST_MAKE)
def named_list_list(request: StaffRequest) -> HttpResponse:
    """The lists that the reader made."""
    rows = NamedList.objects.visible_to(request.user).select_related("recipient")
    return list_page(
        request,
        rows,
        filterset=NamedListFilter,
        template="reporting/named_list_list.html",
        list_title=_("Lists with names"),
        empty_text=_("No list with names has been made yet."),
    )


@permission_required(Permission.NAMED_LIST_MAKE)
@fresh_login_required
def named_list_prepare(request: StaffRequest) -> HttpResponse:
    """Asks for recipient, purpose and reason; the list is made in the background."""
    return form_response(
        request,
        NamedListForm(request.POST or None, user=request.user),
        named_lists.prepare_named_list,
        title=_("Make a list with names"),
        submit=_("Make the list"),
        back=reverse("named-list-list"),
        success_url=_start_making,
        template="reporting/named_list_prepare.html",
    )


def _start_making(named_list: NamedList) -> str:
    queue_after_commit(make_named_list, named_list.pk)
    return named_list.get_absolute_url()


@permission_required(Permission.NAMED_LIST_MAKE)
def named_list_detail(request: StaffRequest, list_id: UUID) -> HttpResponse:
    """One list: its progress, who is in it, how many were left out and why."""
    related = ("recipient", "prepared_by")
    named_list = get_visible_or_404(
        request, NamedList, list_id, Permission.NAMED_LIST_MAKE, *related
    )
    is_ready = named_list.status == TableStatus.READY
    return render(
        request,
        "reporting/named_list_detail.html",
        {
            "named_list": named_list,
            "is_under_way": named_list.status in {TableStatus.QUEUED, TableStatus.RUNNING},
            "is_expired": named_list.is_expired_at(timezone.now()),
            "is_out_of_date": is_ready and named_lists.is_out_of_date(named_list),
            "people": named_list.lines.count(),
            "named": named_list.lines.filter(is_named=True).count(),
        },
    )


@require_GET
@permission_required(Permission.NAMED_LIST_MAKE)
@fresh_login_required
def named_list_file(request: StaffRequest, list_id: UUID) -> HttpResponseBase:
    """The list as a file, while everybody in it still agrees. Records the view first."""
    related = ("office", "prepared_by")
    named_list = get_visible_or_404(
        request, NamedList, list_id, Permission.NAMED_LIST_MAKE, *related
    )
    if named_list.status != TableStatus.READY or named_list.is_expired_at(timezone.now()):
        raise Http404
    if named_lists.is_out_of_date(named_list):
        return redirect(named_list)
    record_read("named_list.read", by=request.user, about=named_list)
    return FileResponse(
        open_file(named_list.file_name, key_id=named_list.key_id, row_id=named_list.pk),
        as_attachment=True,
        filename=f"amparo-{named_list.made_at:%Y-%m-%d}.csv",
        content_type="text/csv; charset=utf-8",
    )
