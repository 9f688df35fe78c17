"""The quick-log."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.arrivals import correct_arrival
from casework.actions.drafts import save_draft
from casework.actions.duplicates import log_arrival_with_choices, log_group_with_choices
from casework.forms.arrival import ArrivalGrid, CorrectArrivalForm
from casework.forms.draft import DraftForm
from casework.forms.duplicates import choices_of
from casework.models import Arrival, ArrivalDraft, Case


@needs(Permission.CASE_LOG)
def arrival_log(request: HttpRequest) -> HttpResponse:
    """One page, one grid, one row per person, one POST."""
    if request.method != "POST":
        draft = ArrivalDraft.objects.of(request.user, timezone.now()).first()
        grid = ArrivalGrid(request.user, is_group="group" in request.GET)
        return grid_page(request, grid, draft=draft)
    if "save_draft" in request.POST:
        return _keep(request)
    if "add_row" in request.POST:
        grid = ArrivalGrid(request.user, request.POST, rows_added=1)
        return grid_page(request, grid, is_draft=True)
    grid = ArrivalGrid(request.user, request.POST)
    if grid.is_group:
        return _log_group(request, grid)
    if grid.is_valid() and grid.arrival.does(
        log_arrival_with_choices,
        rows=grid.rows(),
        choices=choices_of(grid),
        by=request.user,
    ):
        case = grid.arrival.result
        messages.success(
            request, _("%(number)s is on file.") % {"number": case.number}, extra_tags="saved"
        )
        return redirect("case-detail", case.number)
    return grid_page(request, grid)


def _log_group(request: HttpRequest, grid: ArrivalGrid) -> HttpResponse:
    if grid.is_valid() and grid.arrival.does(
        log_group_with_choices,
        families=grid.families(),
        choices=choices_of(grid),
        by=request.user,
    ):
        group = grid.arrival.result[0].arrivals.earliest("logged_at").group
        return redirect("arrival-group", group)
    return grid_page(request, grid)


@needs(Permission.CASE_READ)
def arrival_group(request: HttpRequest, group: str) -> HttpResponse:
    """The families that arrived together, with their numbers."""
    user = request.user
    cases = (
        Case.objects.visible_to(user)
        .filter(arrivals__group=group)
        .with_people(user.today())
        .order_by("number")
    )
    if not cases:
        raise Http404
    record_read("arrival.listed", by=user, details={"group": str(group), "cases": len(cases)})
    arrivals = Arrival.objects.visible_to(user).filter(group=group)
    return render(
        request,
        "casework/arrival_group.html",
        {
            "cases": cases,
            "arrival": arrivals.select_related("crossing", "received_by").first(),
            "people": sum(len(case.people_today) for case in cases),
        },
    )


@needs(Permission.CASE_CHANGE)
def arrival_correct(request: HttpRequest, arrival_id: str) -> HttpResponse:
    """Completes what nobody knew at the bridge."""
    arrivals = Arrival.objects.visible_to(request.user, Permission.CASE_CHANGE)
    arrival = get_object_or_404(arrivals.select_related("case"), pk=arrival_id)
    record_read("arrival.read", by=request.user, about=arrival, case=arrival.case)
    form = CorrectArrivalForm(request.POST or None, arrival=arrival)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(correct_arrival, arrival, by=request.user)
    ):
        messages.success(request, _("The arrival is corrected."))
        return redirect("case-detail", arrival.case.number)
    if form.is_bound:
        form.look_again(arrival.version)
    return render(
        request,
        "casework/case_act.html",
        {
            "case": arrival.case,
            "form": form,
            "title": _("Correct the arrival"),
            "cancel_url": reverse("case-detail", args=[arrival.case.number]),
        },
    )


def _keep(request: HttpRequest) -> HttpResponse:
    """The button for browsers without script."""
    form, grid = DraftForm(request.POST), ArrivalGrid(request.user, request.POST)
    if form.is_valid() and form.does(save_draft, people=grid.people, by=request.user):
        if form.result:
            messages.success(request, _("The draft is saved. You find it here and on Today."))
            return redirect("draft-continue", form.result.pk)
        form.add_error(None, _("This arrival is on file already."))
    for sentence in form.non_field_errors() or [_("The draft is not saved.")]:
        messages.error(request, sentence)
    return grid_page(request, grid, is_draft=True)


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
