"""Possible duplicates: while an arrival is typed, in the queue, side by side; merging and undoing."""

import uuid
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.actions.duplicates import decide_pair, point_out_pair
from casework.actions.merges import merge_individuals, undo_merge
from casework.choices.duplicates import PairStatus
from casework.filling import filled_in_words
from casework.filters import PairFilter
from casework.forms.duplicates import (
    DecidePairForm,
    MergeForm,
    OtherRecordForm,
    TypedPersonForm,
)
from casework.merge_outlook import outlook
from casework.merging import Obstacle, obstacles
from casework.models import DuplicatePair, Merge
from casework.querysets.duplicates import likely_duplicates
from casework.side_by_side import side_by_side
from casework.views.person import person_in_sight
from pages.forms import ConfirmForm
from pages.lists import list_page


@needs(Permission.CASE_LOG)
@require_POST
def arrival_duplicates(request: HttpRequest) -> HttpResponse:
    """At most three lines about people on file who may be the one in the row: a piece of the grid."""
    user = request.user
    candidate = TypedPersonForm(request.POST, on=user.today()).candidate()
    found = []
    if candidate and user.holds(Permission.DUPLICATE_DECIDE):
        found = likely_duplicates(candidate, user)
        shown = [line.individual.number for line in found]
        record_read("duplicate.searched", by=user, details={"individuals": shown})
    return render(
        request,
        "casework/_arrival_duplicates.html",
        {"found": found, "place": request.POST.get("place", "")[:4]},
    )


@needs(Permission.DUPLICATE_DECIDE)
def duplicate_list(request: HttpRequest) -> HttpResponse:
    """The queue: what is to be decided or merged, unless the address asks for something else."""
    pairs = DuplicatePair.objects.visible_to(request.user).select_related("first", "second")
    record_read("duplicate.listed", by=request.user)
    return list_page(
        request,
        pairs,
        filterset=PairFilter,
        template="casework/duplicate_list.html",
        list_title=_("Possible duplicates"),
    )


@needs(Permission.DUPLICATE_DECIDE)
def duplicates_of(request: HttpRequest, number: str) -> HttpResponse:
    """Records that may be the same person as this one; another may be named by its number."""
    individual = person_in_sight(request, number, Permission.DUPLICATE_DECIDE)
    form = OtherRecordForm(request.POST or None, user=request.user)
    if form.is_bound and form.is_valid() and form.does(point_out_pair, individual, by=request.user):
        return redirect("duplicate-decide", form.result.pk)
    pairs = DuplicatePair.objects.visible_to(request.user).of(individual)
    return render(
        request,
        "casework/duplicates_of.html",
        {
            "individual": individual,
            "form": form,
            "pairs": pairs.waiting().select_related("first", "second"),
        },
    )


def _pair(request: HttpRequest, pair_id: int, permission: Permission) -> DuplicatePair:
    pairs = DuplicatePair.objects.visible_to(request.user, permission)
    pair = get_object_or_404(pairs.select_related("first", "second", "decided_by"), pk=pair_id)
    numbers = [pair.first.number, pair.second.number]
    record_read("duplicate.read", by=request.user, about=pair, details={"individuals": numbers})
    return pair


@needs(Permission.DUPLICATE_DECIDE)
def duplicate_decide(request: HttpRequest, pair_id: int) -> HttpResponse:
    """Two records side by side, what was said about them, and the decision."""
    pair = _pair(request, pair_id, Permission.DUPLICATE_DECIDE)
    form = DecidePairForm(request.POST or None, pair=pair)
    if form.is_bound and form.is_valid() and form.does(decide_pair, pair, by=request.user):
        return _after_deciding(request, form.result)
    return render(
        request,
        "casework/duplicate_decide.html",
        {
            "pair": pair,
            "form": form,
            "rows": side_by_side(pair.first, pair.second, request.user),
            "decisions": list(pair.decisions.select_related("by")),
            "may_merge": _may_merge(request.user, pair),
        },
    )


def _after_deciding(request: HttpRequest, pair: DuplicatePair) -> HttpResponse:
    if pair.status == PairStatus.SAME and _may_merge(request.user, pair):
        return redirect("individual-merge", pair.pk)
    messages.success(request, _("The decision is kept."))
    return redirect("duplicate-list")


def _may_merge(user: Any, pair: DuplicatePair) -> bool:
    return bool(can(user, Permission.INDIVIDUAL_MERGE, about=pair))


@needs(Permission.INDIVIDUAL_MERGE)
def individual_merge(request: HttpRequest, pair_id: int) -> HttpResponse:
    """Chooses which record stays, says what will happen, and merges."""
    pair = _pair(request, pair_id, Permission.INDIVIDUAL_MERGE)
    people = sorted((pair.first, pair.second), key=lambda person: person.number)
    form = MergeForm(request.POST or None, people=people, pair=pair)
    if form.is_bound and form.is_valid() and form.does(merge_individuals, by=request.user):
        merge = form.result
        messages.success(
            request,
            _("%(merged)s is merged into %(survivor)s.")
            % {"merged": merge.merged.number, "survivor": merge.survivor.number},
        )
        return redirect("individual-detail", merge.survivor.number)
    ways = [(people[0], people[1]), (people[1], people[0])]
    # Whichever stays, mostly the same things stand in the way: each is said once.
    found: dict[str, Obstacle] = {}
    for way in ways:
        for each in obstacles(*way):
            found.setdefault(each.sentence, each)
    return render(
        request,
        "casework/individual_merge.html",
        {
            "pair": pair,
            "form": form,
            "people": people,
            "obstacles": list(found.values()),
            "rows": side_by_side(people[0], people[1], request.user),
            "ways": [
                (stays, filled_in_words(stays, goes), outlook(stays, goes)) for stays, goes in ways
            ],
        },
    )


@needs(Permission.INDIVIDUAL_MERGE)
def merge_undo(request: HttpRequest, merge_id: uuid.UUID) -> HttpResponse:
    """Shows what a merge did, and undoes it."""
    merges = Merge.objects.visible_to(request.user).select_related("survivor", "merged", "by")
    merge = get_object_or_404(merges, pk=merge_id)
    record_read("merge.read", by=request.user, about=merge, case=merge.case)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.does(undo_merge, merge, by=request.user):
        messages.success(
            request,
            _("The merge is undone: %(merged)s stands for itself again.")
            % {"merged": merge.merged.number},
        )
        return redirect("individual-detail", merge.merged.number)
    return render(request, "casework/merge_undo.html", {"merge": merge, "form": form})
