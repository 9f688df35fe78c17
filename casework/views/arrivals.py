"""The quick-log."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.permissions import Permission
from casework.actions.arrivals import log_arrival
from casework.forms.arrival import ArrivalGrid


@needs(Permission.CASE_LOG)
def arrival_log(request: HttpRequest) -> HttpResponse:
    """One page, one grid, one row per person, one POST."""
    if request.method != "POST":
        return _page(request, ArrivalGrid(request.user))
    if "add_row" in request.POST:
        return _page(request, ArrivalGrid(request.user, request.POST, rows_added=1), is_draft=True)
    grid = ArrivalGrid(request.user, request.POST)
    if grid.is_valid() and grid.arrival.does(log_arrival, rows=grid.rows(), by=request.user):
        case = grid.arrival.result
        messages.success(
            request, _("%(number)s is on file.") % {"number": case.number}, extra_tags="saved"
        )
        return redirect("case-detail", case.number)
    return _page(request, grid)


def _page(request: HttpRequest, grid: ArrivalGrid, *, is_draft: bool = False) -> HttpResponse:
    return render(request, "casework/arrival_log.html", {"grid": grid, "is_draft": is_draft})
