"""Pages of the lists with names."""

import contextlib
from uuid import UUID

from django.db import transaction
from django.http import FileResponse, Http404, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_GET
from kombu.exceptions import OperationalError

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.freshness import fresh_login_required
from accounts.permissions import Permission
from pages.lists import list_page
from reporting.actions import named_lists
from reporting.choices import TableStatus
from reporting.filters import NamedListFilter
from reporting.forms.named_lists import NamedListForm
from reporting.models import NamedList
from reporting.tasks import make_named_list
from vault.files import open_file


@needs(Permission.NAMED_LIST_MAKE)
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


@needs(Permission.NAMED_LIST_MAKE)
@fresh_login_required
def named_list_prepare(request: StaffRequest) -> HttpResponse:
    """Asks for whom, what for and why; the list is made in the background."""
    form = NamedListForm(request.POST or None, user=request.user)
    if form.is_valid() and form.does(named_lists.prepare_named_list, by=request.user):
        named_list = form.result
        transaction.on_commit(lambda: _nudge(named_list))
        return redirect(named_list)
    return render(
        request,
        "reporting/named_list_prepare.html",
        {
            "form": form,
            "title": _("Make a list with names"),
            "submit": _("Make the list"),
            "cancel_url": reverse("named-list-list"),
        },
    )


def _nudge(named_list: NamedList) -> None:
    """Starts the work at once; when the broker is away, the minute's tick starts it."""
    with contextlib.suppress(OperationalError, OSError):
        make_named_list.delay(str(named_list.pk))


@needs(Permission.NAMED_LIST_MAKE)
def named_list_detail(request: StaffRequest, list_id: UUID) -> HttpResponse:
    """One list: how far it is, who is in it, how many were left out and why."""
    lists = NamedList.objects.visible_to(request.user).select_related("recipient", "prepared_by")
    named_list = get_object_or_404(lists, pk=list_id)
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
@needs(Permission.NAMED_LIST_MAKE)
@fresh_login_required
def named_list_file(request: StaffRequest, list_id: UUID) -> HttpResponseBase:
    """The list as a file, while everybody in it still agrees. The look is written down first."""
    lists = NamedList.objects.visible_to(request.user).select_related("office", "prepared_by")
    named_list = get_object_or_404(lists, pk=list_id)
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
