"""The quick-log and its drafts, groups that arrived together, and corrections of an arrival."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.html import format_html
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import correct_arrival
from casework.arrivals.actions.drafts import discard_draft, save_draft
from casework.arrivals.actions.duplicates import log_arrival_with_choices, log_group_with_choices
from casework.arrivals.forms.arrival import ArrivalGrid, CorrectArrivalForm
from casework.arrivals.forms.draft import DraftForm, data_of_draft
from casework.arrivals.forms.duplicates import TypedPersonForm, choices_of
from casework.arrivals.groups import cases_of_group, families_of_group, people_of_group
from casework.arrivals.models import ArrivalDraft
from casework.arrivals.slots import next_steps_of_group
from casework.duplicates.models import DuplicatePair
from casework.duplicates.querysets import likely_duplicates
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.views import case_form_page, get_arrival_or_404
from casework.search.models import NameSearch
from casework.search.rules import split_name
from casework.slots.arrival_people import arrived_names, with_people
from pages.answers import form_response
from pages.conflicts import conflict_of
from pages.forms import ConfirmForm
from pages.resubmission import sent_again

# The longest list of the user's drafts.
MOST_DRAFTS = 10

# Buttons of the grid that do not save.
CHANGES_THE_GRID = {"add_row", "switch", "like_last"}


@permission_required(Permission.CASE_LOG)
def arrival_log(request: StaffRequest) -> HttpResponse:
    """The quick-log: one form with a row for each person; one POST saves all of them."""
    if request.method != "POST":
        if typed_before := sent_again(request):
            return grid_page(request, ArrivalGrid(request.user, typed_before), is_draft=True)
        own_drafts = ArrivalDraft.objects.of(request.user, timezone.now()).defer("typed")
        grid = ArrivalGrid(
            request.user,
            is_group="group" in request.GET,
            searched_names=_searched_names(request),
        )
        return grid_page(request, grid, drafts=list(own_drafts[:MOST_DRAFTS]))
    if "save_draft" in request.POST:
        return _save_draft(request)
    if not CHANGES_THE_GRID.isdisjoint(request.POST):
        grid = ArrivalGrid(request.user, request.POST, rows_added="add_row" in request.POST)
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
        case, was_on_file = grid.arrival.result
        people = len(grid.rows())
        sentence = (
            _("The arrival is in the file %(number)s, which was there already.")
            if was_on_file
            # The message says how many people are on file now: the user may have left rows empty.
            else ngettext(
                "%(number)s is on file with %(people)s person.",
                "%(number)s is on file with %(people)s people.",
                people,
            )
        )
        messages.success(
            request, sentence % {"number": case.number, "people": people}, extra_tags="saved"
        )
        _warn_of_waiting_merges(request, [case], grid, was_on_file=was_on_file)
        return redirect("case-detail", case.number)
    return grid_page(request, grid)


def _searched_names(request: StaffRequest) -> dict[str, str]:
    """Returns the names that the user searched for without a result, from the search named in the URL."""
    try:
        key = uuid.UUID(request.GET.get("search", ""))
    except ValueError:
        return {}
    search = NameSearch.objects.of_last_hour(request.user, timezone.now()).filter(pk=key).first()
    return split_name(search.typed) if search else {}


def _log_group(request: StaffRequest, grid: ArrivalGrid) -> HttpResponse:
    if grid.is_valid() and grid.arrival.does(
        log_group_with_choices,
        families=grid.families(),
        choices=choices_of(grid),
        by=request.user,
    ):
        cases = grid.arrival.result
        sentence = ngettext(
            "%(number)s family is on file now.", "%(number)s families are on file now.", len(cases)
        )
        messages.success(request, sentence % {"number": len(cases)}, extra_tags="saved")
        _warn_of_waiting_merges(request, cases, grid)
        group = cases[0].arrivals.earliest("logged_at").group
        return redirect("arrival-group", group)
    return grid_page(request, grid)


def _warn_of_waiting_merges(
    request: StaffRequest, cases: Sequence[Case], grid: ArrivalGrid, *, was_on_file: bool = False
) -> None:
    """Adds a message for each pair of records that waits to be merged, with a link to the page for it."""
    # In a new case, only pairs that the user answered in the grid can wait to be merged.
    if not was_on_file and not any(choice.is_same for choice in choices_of(grid)):
        return
    user = request.user
    numbers = {case.number for case in cases}
    for pair in DuplicatePair.objects.visible_to(user).to_merge(cases):
        other_person = pair.second if pair.first.number[: -len("-01")] in numbers else pair.first
        may_merge = can(user, Permission.INDIVIDUAL_MERGE, about=pair)
        link = format_html(
            '{} · <a href="{}">{}</a>',
            _("Waits to be merged with %(number)s.") % {"number": other_person.number},
            reverse("individual-merge" if may_merge else "duplicate-decide", args=[pair.pk]),
            _("Merge now") if may_merge else _("Compare"),
        )
        messages.warning(request, link)


@permission_required(Permission.CASE_READ)
def arrival_group(
    request: StaffRequest, group: str, without_bed: Callable[[Sequence[Case], Any, User], int]
) -> HttpResponse:
    """The families who arrived together, with their case numbers. `without_bed` counts people; `shelters.urls` passes it."""
    user = request.user
    visible_cases = cases_of_group(Case.objects.visible_to(user), group, user.today())
    cases = list(
        visible_cases.with_people(user.today()).with_caseworker(user.today()).order_by("number")
    )
    if not cases:
        raise Http404
    record_read("arrival.listed", by=user, details={"group": str(group), "cases": len(cases)})
    families = families_of_group(cases, group, user)
    arrivals = [arrival for family in families for arrival in family.arrivals]
    return render(
        request,
        "casework/arrivals/arrival_group.html",
        {
            "families": families,
            # A family that joined another one is counted with it.
            "number_of_families": sum(family.joined_case is None for family in families),
            # Days and places only, no rows: with rows of one family the page would show the head of its file.
            "days": sorted({arrival.on for arrival in arrivals}),
            "crossings": list(dict.fromkeys(arrival.crossing for arrival in arrivals)),
            "people": sum(len(family.people) for family in families),
            "prints_slips": any(family.names for family in families),
            "bedless": without_bed(cases, people_of_group(group), user),
            **next_steps_of_group(cases, user, group),
        },
    )


@permission_required(Permission.CASE_CHANGE)
def arrival_correct(request: StaffRequest, arrival_id: uuid.UUID) -> HttpResponse:
    """Completes or corrects an arrival."""
    arrival = get_arrival_or_404(request, arrival_id, Permission.CASE_CHANGE)
    record_read("arrival.read", by=request.user, about=arrival, case=arrival.case)
    form = CorrectArrivalForm(request.POST or None, arrival=arrival)
    rows = Arrival.objects.filter(pk=arrival.pk)
    who = arrived_names(with_people(rows, arrival.case, request.user).get())

    return case_form_page(
        request,
        form,
        correct_arrival,
        arrival,
        case=arrival.case,
        title=_("Correct the arrival"),
        sentences=[", ".join(who)] if who else [],
        done=_("The arrival is corrected."),
        back=reverse("case-detail", args=[arrival.case.number]),
        refused=lambda: conflict_of(form, arrival),
    )


def _save_draft(request: StaffRequest) -> HttpResponse:
    """Saves a draft by the button for browsers without script."""
    form, grid = DraftForm(request.POST), ArrivalGrid(request.user, request.POST)
    if form.is_valid() and form.does(save_draft, people=grid.people, by=request.user):
        if form.result:
            messages.success(request, _("The draft is saved. You find it here and on Today."))
            return redirect("draft-continue", form.result.pk)
        form.add_error(None, _("This arrival is on file already."))
    for sentence in form.non_field_errors() or [_("The draft is not saved.")]:
        messages.error(request, str(sentence))
    return grid_page(request, grid, is_draft=True)


def grid_page(
    request: StaffRequest,
    grid: ArrivalGrid,
    *,
    is_draft: bool = False,
    drafts: Sequence[ArrivalDraft] = (),
) -> HttpResponse:
    """Renders the grid; `is_draft` hides errors, `drafts` are the user's drafts, each with a link to continue it."""
    return render(
        request,
        "casework/arrivals/arrival_log.html",
        {"grid": grid, "is_draft": is_draft, "drafts": drafts},
    )


@permission_required(Permission.CASE_LOG)
@require_POST
def draft_save(request: StaffRequest) -> HttpResponse:
    """Saves a draft for the script, which sends one every ten seconds; returns a sentence for the page."""
    form, people = DraftForm(request.POST), ArrivalGrid(request.user, request.POST).people
    if not form.is_valid():
        return HttpResponse(status=204)
    if not people:
        return _plain_text(_("There is no draft yet: it begins with the first person."))
    if not form.does(save_draft, people=people, by=request.user):
        return _plain_text(" ".join([_("The draft is not saved."), *form.non_field_errors()]))
    draft = form.result
    if draft is None:
        return HttpResponse(status=204)
    at = time_format(timezone.localtime(draft.saved_at), "H:i")
    return _plain_text(_("Draft saved at %(time)s.") % {"time": at})


def _plain_text(sentence: str) -> HttpResponse:
    return HttpResponse(sentence, content_type="text/plain")


@permission_required(Permission.CASE_LOG)
def draft_continue(request: StaffRequest, draft_id: str) -> HttpResponse:
    """The quick-log with the content of a draft."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    record_read("draft.read", by=request.user, about=draft)
    grid = ArrivalGrid(request.user, data_of_draft(draft.typed))
    return grid_page(request, grid, is_draft=True)


@permission_required(Permission.CASE_LOG)
def draft_discard(request: StaffRequest, draft_id: str) -> HttpResponse:
    """Discards a draft after a confirmation: without its key nobody can read the draft again."""
    draft = get_object_or_404(ArrivalDraft.objects.of(request.user, timezone.now()), pk=draft_id)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    return form_response(
        request,
        form,
        discard_draft,
        draft,
        title=_("Discard the draft"),
        done=_("The draft is discarded."),
        back=reverse("arrival-log"),
        template="pages/confirm.html",
        submit=_("Discard the draft"),
        sentences=[
            ngettext(
                "%(number)s person stands in it.",
                "%(number)s people stand in it.",
                draft.people,
            )
            % {"number": draft.people},
            _("What was typed there cannot be brought back."),
        ],
        danger=True,
    )


@permission_required(Permission.CASE_LOG)
@require_POST
def arrival_duplicates(request: StaffRequest) -> HttpResponse:
    """Returns HTML for the grid: at most three people on file who may be the person in the row."""
    user = request.user
    form = TypedPersonForm(request.POST, on=user.today())
    candidate = form.candidate()
    lines = []
    if candidate and user.holds(Permission.DUPLICATE_DECIDE):
        lines = likely_duplicates(candidate, user, came_with=form.came_with_whom)
        numbers = [line.individual.number for line in lines]
        record_read("duplicate.searched", by=user, details={"individuals": numbers})
    return render(
        request,
        "casework/arrivals/_arrival_duplicates.html",
        {"found": lines, "place": request.POST.get("place", "")[:4]},
    )
