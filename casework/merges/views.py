"""Merging two records, and undoing it."""

import uuid
from itertools import chain

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.duplicates.models import DuplicatePair
from casework.duplicates.views import pair_in_sight
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.forms import MergeForm
from casework.merges.models import Merge
from casework.merges.outlook import outlook, two_services
from casework.merges.rules import differing_facts, labels_of_filled
from casework.slots.followers import decisions_after_merge
from casework.slots.obstacles import Obstacle, obstacles_to_merge
from pages.answers import say_done
from pages.forms import ConfirmForm


@needs(Permission.INDIVIDUAL_MERGE)
def individual_merge(request: StaffRequest, pair_id: int) -> HttpResponse:
    """Chooses which record stays, says what will happen, and merges."""
    pair = pair_in_sight(request, pair_id, Permission.INDIVIDUAL_MERGE)
    people = sorted((pair.first, pair.second), key=lambda person: person.number)
    form = MergeForm(request.POST or None, people=people, pair=pair)
    if form.is_bound and form.is_valid() and form.does(merge_individuals, by=request.user):
        merge = form.result
        sentence = _(
            "%(merged)s is merged into %(survivor)s, who is found by the names of both records. A further name that is not "
            "theirs is put right on the page of the person."
        )
        numbers = {"merged": merge.merged.number, "survivor": merge.survivor.number}
        say_done(request, sentence % numbers, undo=reverse("merge-undo", args=[merge.pk]))
        return redirect("individual-detail", merge.survivor.number)
    obstacles_by_way = {
        way: obstacles_to_merge(*way) for way in (tuple(people), tuple(reversed(people)))
    }
    # Obstacles are mostly the same whichever record stays: each is shown once.
    shown_once: dict[str, Obstacle] = {}
    for each in chain.from_iterable(obstacles_by_way.values()):
        shown_once.setdefault(each.sentence, each)
    return render(
        request,
        "casework/merges/individual_merge.html",
        {
            "pair": pair,
            "form": form,
            "obstacles": list(shown_once.values()),
            "twice": decisions_after_merge(people[0], people[1], request.user).values(),
            "ways": [
                (
                    stays,
                    labels_of_filled(stays, goes),
                    differing_facts(stays, goes),
                    [*two_services(stays, goes, request.user), *outlook(stays, goes)],
                )
                for (stays, goes), stops in obstacles_by_way.items()
                if not stops
            ],
        },
    )


@needs(Permission.INDIVIDUAL_MERGE)
def merge_undo(request: StaffRequest, merge_id: uuid.UUID) -> HttpResponse:
    """Shows what a merge did, and undoes it."""
    merges = Merge.objects.visible_to(request.user).select_related("survivor", "merged", "by")
    merge = get_object_or_404(merges, pk=merge_id)
    record_read("merge.read", by=request.user, about=merge, case=merge.case)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.does(undo_merge, merge, by=request.user):
        return _after_undoing(request, form.result)
    # The head of the page shows the survivor's current case; `merge.case` may be closed.
    shown = {"merge": merge, "individual": merge.survivor, "form": form}
    return render(request, "casework/merges/merge_undo.html", shown)


def _after_undoing(request: StaffRequest, merge: Merge) -> HttpResponse:
    """Redirects to the pair's decision, for users who may decide it."""
    sentence = _("The merge is undone: %(merged)s stands for itself again.")
    visible = DuplicatePair.objects.visible_to(request.user, Permission.DUPLICATE_DECIDE)
    first, second = sorted((merge.survivor_id, merge.merged_id))
    pair = visible.filter(first=first, second=second).first()
    if pair:
        sentence = _(
            "The merge is undone: %(merged)s stands for itself again. Are these one person or two? Answer it here, or it "
            "stays to be decided."
        )
    messages.success(request, sentence % {"merged": merge.merged.number})
    if pair:
        return redirect("duplicate-decide", pair.pk)
    return redirect("individual-detail", merge.merged.number)
