"""The family builder: choose people, review the consequences, confirm, and undo."""

from collections.abc import Callable
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.db import transaction
from django.db.models import Max
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.querysets import alone_among
from casework.families.actions import builder as family_builder
from casework.families.actions.moves import is_unchanged_since, members_of, undo_family_change
from casework.families.choices import FamilyStep
from casework.families.forms.family import (
    RELATIONS_IN_NEW_CASE,
    BringBackForm,
    OnFileForm,
    UndoForm,
    WhoGoesForm,
)
from casework.families.models import FamilyChange
from casework.identity.rules import PARTNERS
from casework.register.choices import Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.views import case_form_page, get_case_or_404, view_person_or_404
from casework.search.picker import PickForm
from casework.search.views import record_hits_of_picker
from casework.slots.followers import sentences_of_move
from casework.slots.obstacles import FollowUp
from pages.dates import short_date
from pages.order import in_order
from pages.refusals import ActionRefused

STEPS_SHOWN = 20


def _view_case_or_404(request: StaffRequest, number: str) -> Case:
    """Returns an open case that the user may change, and records that the user saw it; else raises Http404."""
    cases = Case.objects.visible_to(request.user, Permission.CASE_CHANGE).open()
    case: Case = get_object_or_404(cases, number=number)
    record_read("case.read", by=request.user, about=case, details={"panels": ["family"]})
    return case


def _members(case: Case, request: StaffRequest) -> list[FamilyMember]:
    return list(members_today(case, request.user.today()))


@permission_required(Permission.CASE_CHANGE)
def family_builder_page(request: StaffRequest, number: str) -> HttpResponse:
    """The page of the family builder, with the latest steps."""
    case = _view_case_or_404(request, number)
    form = OnFileForm(
        request.GET if "number" in request.GET else None, case=case, user=request.user
    )
    pick = PickForm(
        request.POST or None,
        user=request.user,
        permission=Permission.INDIVIDUAL_CHANGE,
        current_case=case,
    )
    if pick.is_bound:
        picked_now = pick.is_valid() and pick.number
        form = OnFileForm(
            {"number": pick.number} if picked_now else None, case=case, user=request.user
        )
        record_hits_of_picker(request, pick)
    if form.is_valid():
        return _redirect_to_next(case, form)
    for sentence in form.errors.get("number", []) if pick.is_bound else []:
        pick.add_error("q", sentence)
    members = _members(case, request)
    return render(
        request,
        "casework/families/family_builder.html",
        {
            "case": case,
            "members": members,
            "form": form,
            "pick": pick,
            "steps": _steps(case, request),
        },
    )


def _redirect_to_next(case: Case, form: OnFileForm) -> HttpResponse:
    """Redirects to the page that joins the typed case or its person, or brings back a person without a case."""
    other, individual = form.cleaned_data["number"], form.individual
    if other is None and individual:
        return redirect("family-bring-back", case.number, individual.number)
    join = reverse("family-join", args=[case.number, other.number])
    return redirect(f"{join}?{urlencode({'goes': individual.number})}" if individual else join)


def _steps(case: Case, request: StaffRequest) -> list[dict[str, Any]]:
    """Returns the latest steps, each with the other case if it is visible, and whether the user may undo the step."""
    steps = FamilyChange.objects.touching(case).with_later()
    changes = list(steps.select_related("by", "case", "other_case")[:STEPS_SHOWN])
    members = members_of(changes)
    case_keys = {
        case_id
        for change in changes
        for case_id in (change.case_id, change.other_case_id)
        if case_id
    }
    visible_keys = set(
        Case.objects.visible_to(request.user, Permission.CASE_CHANGE)
        .filter(pk__in=case_keys)
        .values_list("pk", flat=True)
    )
    return [
        {
            "change": change,
            "other_case": next(
                (
                    each
                    for each in (change.case, change.other_case)
                    if each and each.pk != case.pk and each.pk in visible_keys
                ),
                None,
            ),
            "names": in_order(
                {members[each["member"]].individual.display_name for each in change.moved}
            ),
            "may_undo": not (change.is_undone or change.has_later)
            and {change.case_id, change.other_case_id} - {None} <= visible_keys
            and is_unchanged_since(change, members),
        }
        for change in changes
    ]


@permission_required(Permission.CASE_CHANGE)
def family_join(request: StaffRequest, number: str, other: str) -> HttpResponse:
    """Joins people of the case `other` to this one."""
    case, other_case = _view_case_or_404(request, number), _view_case_or_404(request, other)
    members, chosen_number = _members(other_case, request), request.GET.get("goes")
    form = WhoGoesForm(
        request.POST or None,
        members=members,
        user=request.user,
        going=[member for member in members if chosen_number in (None, member.individual.number)],
    )
    return _choose_and_review(
        request,
        form,
        lambda **kwargs: family_builder.join_family(case, other=other_case, **kwargs),
        case=case,
        old_case=other_case,
        title=_("Join people of %(other)s to %(case)s")
        % {"other": other_case.number, "case": case.number},
        new_case=case.number,
    )


@permission_required(Permission.CASE_CHANGE)
def family_bring_back(request: StaffRequest, number: str, person: str) -> HttpResponse:
    """Brings a person without a case today into this family."""
    case = _view_case_or_404(request, number)
    individual = view_person_or_404(request, person, Permission.INDIVIDUAL_CHANGE)
    memberships = members_today(case, request.user.today()).filter(individual=individual)
    if request.method == "GET" and memberships.exists():
        # The page of the exit brought the person back already, and led to this page.
        return redirect(reverse("family-builder", args=[case.number]) + "#steps")
    returned_exits = individual.exits.standing().filter(back_on__isnull=False)
    day = returned_exits.aggregate(day=Max("back_on"))["day"] or request.user.today()
    form = BringBackForm(request.POST or None, today=day)
    return case_form_page(
        request,
        form,
        partial(family_builder.bring_back, individual=individual),
        case,
        case=case,
        title=_("Bring somebody on file into the family"),
        done=_("%(name)s belongs to the family again. It can be undone on this page.")
        % {"name": individual.display_name},
        back=reverse("family-builder", args=[case.number]) + "#steps",
        sentences=[f"{individual.display_name} · {individual.number}"],
        **_context_of_exit(individual, request.path),
    )


def _context_of_exit(individual: Individual, back: str) -> dict[str, Any]:
    """Returns context with the page that records the return, if the person is away by an exit; else nothing."""
    person_exit = individual.exits.away().first()
    if person_exit is None:
        return {}
    words = _("Left us on %(day)s. Whoever is here again: first say so.")
    return_page = reverse("exit-back", args=[person_exit.pk]) + "?" + urlencode({"back": back})
    elsewhere = [FollowUp(words % {"day": short_date(person_exit.on)}, return_page)]
    return {"template": "casework/families/member_days.html", "elsewhere": elsewhere}


@permission_required(Permission.CASE_CHANGE)
def family_split(request: StaffRequest, number: str) -> HttpResponse:
    """Opens a new case for some members."""
    case = _view_case_or_404(request, number)
    form = WhoGoesForm(
        request.POST or None,
        members=_members(case, request),
        user=request.user,
        relations=RELATIONS_IN_NEW_CASE,
        derives=True,
    )
    return _choose_and_review(
        request,
        form,
        lambda **kwargs: family_builder.split_family(case, **kwargs),
        case=case,
        old_case=case,
        title=_("Split the family"),
        new_case=_("a new case of the team %(team)s") % {"team": case.team.name},
    )


def _choose_and_review(
    request: StaffRequest,
    form: WhoGoesForm,
    action: Callable[..., FamilyChange],
    *,
    case: Case,
    old_case: Case,
    title: str,
    new_case: str,
) -> HttpResponse:
    """Asks who goes, then shows the consequences; with `sure` in the data, runs the action."""
    context: dict[str, Any] = {
        "case": case,
        "form": form,
        "title": title,
        "cancel_url": reverse("family-builder", args=[case.number]),
    }
    if request.method == "POST" and form.is_valid():
        if "sure" not in request.POST and _can_be_done(form, action, request):
            context["sentences"] = _consequences(form, old_case, new_case)
            return render(request, "casework/families/family_review.html", context)
        if "sure" in request.POST and form.does(action, by=request.user):
            messages.success(request, _done_message(form, case=case))
            return redirect(reverse("family-builder", args=[case.number]) + "#steps")
    return render(request, "casework/families/family_choose.html", context)


def _can_be_done(
    form: WhoGoesForm, action: Callable[..., FamilyChange], request: StaffRequest
) -> bool:
    """Whether the action would succeed: runs it and rolls it back. Adds the refusal to the form."""
    try:
        with transaction.atomic():
            action(**form.for_action(), by=request.user)
            transaction.set_rollback(True)
    except ActionRefused as refusal:
        field = refusal.field if refusal.field in form.fields else None
        form.add_error(field, list(refusal.sentences_with_link))
        return False
    return True


def _done_message(form: WhoGoesForm, *, case: Case) -> str:
    """Returns the message that names who changed the case, and their case now."""
    change = form.result
    new_case = change.other_case if change.step == FamilyStep.SPLIT else case
    names = ", ".join(member.individual.display_name for member in form.going)
    sentence = ngettext(
        "%(names)s belongs to the case %(case)s now. It can be undone on this page.",
        "%(names)s belong to the case %(case)s now. It can be undone on this page.",
        len(form.going),
    )
    return sentence % {"names": names, "case": new_case.number}


def _children_left_alone(form: WhoGoesForm) -> list[str]:
    """Returns a sentence about children without an adult among those who stay and, in a new case, those who go."""
    day = form.cleaned_data["on"]
    staying = {member.individual: member.relation_to_principal for member in form.staying}
    if Relation.PRINCIPAL not in staying.values():
        # A partner of the principal who stays cares for the children, so the partner counts as an adult of the family.
        staying = {
            person: Relation.UNKNOWN if relation in PARTNERS else relation
            for person, relation in staying.items()
        }
    groups = [staying, form.for_action()["relations"]] if form.derives else [staying]
    alone = [child.display_name for group in groups for child in alone_among(group, day)]
    if not alone:
        return []
    words = _(
        "Without an adult of the family from then on: %(names)s. The authority is to be told."
    )
    return [words % {"names": ", ".join(alone)}]


def _consequences(form: WhoGoesForm, old_case: Case, new_case: str) -> list[str]:
    going, staying = form.going, form.staying
    people = [member.individual for member in going]

    def names(members: list[FamilyMember]) -> str:
        return ", ".join(member.individual.display_name for member in members)

    words = {"case": old_case.number, "to": new_case, "names": names(going)}
    sentences = [
        _("From %(day)s on they belong to %(to)s: %(names)s.")
        % {"day": short_date(form.cleaned_data["on"]), **words}
    ]
    sentences.append(_("Relations: %(said)s.") % {"said": "; ".join(form.relations_in_words)})
    if staying:
        sentences.append(
            _("In %(case)s stay: %(names)s.") % {"case": old_case.number, "names": names(staying)}
        )
    else:
        sentences.append(
            _("Nobody is left in %(case)s: it closes, unless something still stands open in it.")
            % words
        )
    return [
        *sentences,
        *_children_left_alone(form),
        *sentences_of_move(people, leaving=old_case),
        _("Notes and documents stay in the case where they were written; nobody's number changes."),
    ]


@permission_required(Permission.CASE_CHANGE)
@require_POST
def family_undo(request: StaffRequest, number: str, change_id: int) -> HttpResponse:
    """Undoes one step."""
    case = get_case_or_404(request, number, Permission.CASE_CHANGE)
    change = get_object_or_404(FamilyChange.objects.touching(case), pk=change_id)
    form = UndoForm(request.POST)
    if form.is_valid() and form.does(undo_family_change, change, by=request.user):
        messages.success(request, _("The step is undone."))
    for sentence in form.non_field_errors():
        messages.error(request, str(sentence))
    case.refresh_from_db()
    if case.is_open:
        return redirect("family-builder", case.number)
    return redirect("case-detail", case.number)
