"""Pages that merge two records, and undo a merge."""

import uuid
from itertools import chain

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.duplicates.models import DuplicatePair
from casework.duplicates.views import view_pair_or_404
from casework.merges.actions import merge_individuals, undo_merge
from casework.merges.forms import MergeForm
from casework.merges.models import Merge
from casework.merges.preview import sentences_of_merge, sentences_of_two_services
from casework.merges.rules import differing_facts, labels_of_filled
from casework.slots.followers import decisions_after_merge
from casework.slots.obstacles import Obstacle, obstacles_to_merge
from pages.answers import say_done
from pages.forms import ConfirmForm


@permission_required(Permission.INDIVIDUAL_MERGE)
def individual_merge(request: StaffRequest, pair_id: int) -> HttpResponse:
    """Asks which record stays, shows what the merge will do, and merges."""
    pair = view_pair_or_404(request, pair_id, Permission.INDIVIDUAL_MERGE)
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
    obstacles_by_order = {
        order: obstacles_to_merge(*order) for order in (tuple(people), tuple(reversed(people)))
    }
    # Most obstacles are the same whichever record stays, and each is shown once.
    obstacles_by_sentence: dict[str, Obstacle] = {}
    for each in chain.from_iterable(obstacles_by_order.values()):
        obstacles_by_sentence.setdefault(each.sentence, each)
    return render(
        request,
        "casework/merges/individual_merge.html",
        {
            "pair": pair,
            "form": form,
            "obstacles": list(obstacles_by_sentence.values()),
            "twice": decisions_after_merge(people[0], people[1], request.user).values(),
            "ways": [
                (
                    survivor,
                    labels_of_filled(survivor, merged),
                    differing_facts(survivor, merged),
                    [
                        *sentences_of_two_services(survivor, merged, request.user),
                        *sentences_of_merge(survivor, merged),
                    ],
                )
                for (survivor, merged), obstacles in obstacles_by_order.items()
                if not obstacles
            ],
        },
    )


@permission_required(Permission.INDIVIDUAL_MERGE)
def merge_undo(request: StaffRequest, merge_id: uuid.UUID) -> HttpResponse:
    """Shows what a merge did, and undoes it."""
    merges = Merge.objects.visible_to(request.user).select_related("survivor", "merged", "by")
    merge = get_object_or_404(merges, pk=merge_id)
    record_read("merge.read", by=request.user, about=merge, case=merge.case)
    form = ConfirmForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid() and form.does(undo_merge, merge, by=request.user):
        return _redirect_after_undo(request, form.result)
    # `individual` gives the page the head of the survivor's present case; `merge.case` may be closed.
    context = {"merge": merge, "individual": merge.survivor, "form": form}
    return render(request, "casework/merges/merge_undo.html", context)


def _redirect_after_undo(request: StaffRequest, merge: Merge) -> HttpResponse:
    """Redirects to the decision about the pair, for users who may decide it, or else to the person."""
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
