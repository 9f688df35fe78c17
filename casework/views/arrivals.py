"""The quick-log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.permissions import Permission
from casework.actions.arrivals import log_arrival
from casework.actions.drafts import save_draft
from casework.forms.arrival import ArrivalGrid
from casework.forms.draft import DraftForm
from casework.models import ArrivalDraft


@needs(Permission.CASE_LOG)
def arrival_log(request: HttpRequest) -> HttpResponse:
    """One page, one grid, one row per person, one POST."""
    if request.method != "POST":
        draft = ArrivalDraft.objects.of(request.user, timezone.now()).first()
        return grid_page(request, ArrivalGrid(request.user), draft=draft)
    if "save_draft" in request.POST:
        return _keep(request)
    if "add_row" in request.POST:
        grid = ArrivalGrid(request.user, request.POST, rows_added=1)
        return grid_page(request, grid, is_draft=True)
    grid = ArrivalGrid(request.user, request.POST)
    if grid.is_valid() and grid.arrival.does(log_arrival, rows=grid.rows(), by=request.user):
        case = grid.arrival.result
        messages.success(
            request, _("%(number)s is on file.") % {"number": case.number}, extra_tags="saved"
        )
        return redirect("case-detail", case.number)
    return grid_page(request, grid)


def _keep(request: HttpRequest) -> HttpResponse:
    """The button for browsers without script."""
    form = DraftForm(request.POST)
    if form.is_valid() and form.does(save_draft, by=request.user) and form.result:
        messages.success(request, _("The draft is saved. You find it here and on Today."))
        return redirect("draft-continue", form.result.pk)
    return redirect("arrival-log")


def grid_page(
    request: HttpRequest,
    grid: ArrivalGrid,
    *,
    is_draft: bool = False,
    draft: ArrivalDraft | None = None,
) -> HttpResponse:
    """The grid; `is_draft` says nothing of what is still wrong, `draft` offers to continue another one."""
    return render(
        request,
        "casework/arrival_log.html",
        {"grid": grid, "is_draft": is_draft, "draft": draft},
    )
