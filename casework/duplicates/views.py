"""Pages of possible duplicates: the queue, the pairs of one person, and the decision about a pair."""

from itertools import chain
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.duplicates.actions import decide_pair, point_out_pair
from casework.duplicates.choices import PairStatus
from casework.duplicates.filters import PairFilter
from casework.duplicates.forms import OtherRecordForm, decision_forms
from casework.duplicates.models import DuplicatePair
from casework.duplicates.querysets import PeopleOnFile, likely_duplicates
from casework.duplicates.side_by_side import side_by_side
from casework.register.models.individual import Individual
from casework.register.views import view_person_or_404
from casework.search.picker import PickForm
from casework.search.views import record_hits_of_picker
from pages.lists import list_page


@permission_required(Permission.DUPLICATE_DECIDE)
def duplicate_list(request: StaffRequest) -> HttpResponse:
    """Lists the pairs to decide or to merge, unless the URL filters by status."""
    pairs = DuplicatePair.objects.visible_to(request.user).select_related("first", "second")
    record_read("duplicate.listed", by=request.user)
    return list_page(
        request,
        pairs,
        filterset=PairFilter,
        template="casework/duplicates/duplicate_list.html",
        list_title=_("Possible duplicates"),
    )


@permission_required(Permission.DUPLICATE_DECIDE)
def duplicates_of(request: StaffRequest, number: str) -> HttpResponse:
    """Shows records that may be the same person as this one; a POST adds a pair with a record that the user picks."""
    individual = view_person_or_404(request, number, Permission.DUPLICATE_DECIDE)
    pick = PickForm(
        request.POST or None,
        user=request.user,
        permission=Permission.DUPLICATE_DECIDE,
        without=[individual],
    )
    if pick.is_bound and pick.is_valid() and pick.number:
        form = OtherRecordForm({"other": pick.number}, user=request.user)
        if form.is_valid() and form.does(point_out_pair, individual, by=request.user):
            return redirect("duplicate-decide", form.result.pk)
        for sentences in form.errors.values():
            pick.add_error("q", list(sentences))
    record_hits_of_picker(request, pick)
    pairs = DuplicatePair.objects.visible_to(request.user).with_person(individual)
    is_waiting = Individual.objects.to_compare().filter(pk=individual.pk).exists()
    return render(
        request,
        "casework/duplicates/duplicates_of.html",
        {
            "individual": individual,
            "pick": pick,
            "is_waiting": is_waiting,
            "found": _unstored_pairs(request, individual) if is_waiting else [],
            "pairs": pairs.waiting().select_related("first", "second"),
            "apart": pairs.filter(status=PairStatus.DIFFERENT).select_related("first", "second"),
        },
    )


def _unstored_pairs(request: StaffRequest, individual: Individual) -> list[DuplicatePair]:
    """Returns unsaved pairs that the next sweep will find, if the user may decide about them. Records that they are shown."""
    user = request.user
    person = PeopleOnFile.of([individual.pk], user.today()).candidate_of(individual.pk)
    pairs = DuplicatePair.objects.with_person(individual).values_list("first", "second")
    paired_keys = {individual.pk, *chain.from_iterable(pairs)}
    new_pairs = [
        DuplicatePair(first=individual, second=line.individual, reasons=list(line.likeness.reasons))
        for line in likely_duplicates(person, user, limit=3 + len(paired_keys))
        if line.individual.pk not in paired_keys
        and can(user, Permission.DUPLICATE_DECIDE, about=line.individual)
    ]
    if new_pairs:
        numbers = [pair.second.number for pair in new_pairs]
        record_read("duplicate.searched", by=user, details={"individuals": numbers})
    return new_pairs


def view_pair_or_404(request: StaffRequest, pair_id: int, permission: Permission) -> DuplicatePair:
    """Returns a visible pair and records that the user saw it; else raises Http404."""
    pairs = DuplicatePair.objects.visible_to(request.user, permission)
    pair: DuplicatePair = get_object_or_404(
        pairs.select_related("first", "second", "decided_by"), pk=pair_id
    )
    numbers = [pair.first.number, pair.second.number]
    record_read("duplicate.read", by=request.user, about=pair, details={"individuals": numbers})
    return pair


@permission_required(Permission.DUPLICATE_DECIDE)
def duplicate_decide(request: StaffRequest, pair_id: int) -> HttpResponse:
    """Shows two records side by side, earlier decisions, and a form for each possible decision."""
    pair = view_pair_or_404(request, pair_id, Permission.DUPLICATE_DECIDE)
    answers = decision_forms(pair, request.POST or None)
    form = next((each for each in answers if each.is_bound), None)
    if form and form.is_valid() and form.does(decide_pair, pair, by=request.user):
        return _after_deciding(request, form.result)
    return render(
        request,
        "casework/duplicates/duplicate_decide.html",
        {
            "pair": pair,
            "form": form,
            "answers": answers,
            "rows": side_by_side(pair.first, pair.second, request.user),
            "decisions": list(pair.decisions.select_related("by")),
            "may_merge": _may_merge(request.user, pair),
        },
    )


def _after_deciding(request: StaffRequest, pair: DuplicatePair) -> HttpResponse:
    if pair.status == PairStatus.SAME and _may_merge(request.user, pair):
        return redirect("individual-merge", pair.pk)
    messages.success(request, _("The decision is kept."))
    return redirect("duplicate-list")


def _may_merge(user: Any, pair: DuplicatePair) -> bool:
    return bool(can(user, Permission.INDIVIDUAL_MERGE, about=pair))
