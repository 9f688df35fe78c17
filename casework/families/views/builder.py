"""The family builder: choose, review, done; and undo."""

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

from accounts.access import StaffRequest, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.children.querysets import alone_among
from casework.families.actions import builder as family_builder
from casework.families.actions.moves import is_as_left, members_of, undo_family_change
from casework.families.choices import FamilyStep
from casework.families.forms.family import (
    AS_PRINCIPAL,
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
from casework.register.views import answer_in_case, case_in_sight, person_in_sight
from casework.search.picking import PickForm
from casework.search.views import write_search
from casework.slots.followers import sentences_of
from casework.slots.obstacles import FollowUp
from pages.dates import short_date
from pages.order import in_order
from pages.refusals import ActionRefused

STEPS_SHOWN = 20


def _case(request: StaffRequest, number: str) -> Case:
    """A visible open case; records the look."""
    cases = Case.objects.visible_to(request.user, Permission.CASE_CHANGE).open()
    case: Case = get_object_or_404(cases, number=number)
    record_read("case.read", by=request.user, about=case, details={"panels": ["family"]})
    return case


def _members(case: Case, request: StaffRequest) -> list[FamilyMember]:
    return list(members_today(case, request.user.today()))


@needs(Permission.CASE_CHANGE)
def family_builder_page(request: StaffRequest, number: str) -> HttpResponse:
    """Everything that can be done with the family, and the steps that were taken."""
    case = _case(request, number)
    form = OnFileForm(
        request.GET if "number" in request.GET else None, case=case, user=request.user
    )
    pick = PickForm(
        request.POST or None,
        user=request.user,
        permission=Permission.INDIVIDUAL_CHANGE,
        near=case,
    )
    if pick.is_bound:
        picked_now = pick.is_valid() and pick.number
        form = OnFileForm(
            {"number": pick.number} if picked_now else None, case=case, user=request.user
        )
        write_search(request, pick)
    if form.is_valid():
        return _to_whoever_comes(case, form)
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


def _to_whoever_comes(case: Case, form: OnFileForm) -> HttpResponse:
    """The page for the typed case, for its only person, or for a person without a case."""
    other, individual = form.cleaned_data["number"], form.individual
    if other is None and individual:
        return redirect("family-bring-back", case.number, individual.number)
    join = reverse("family-join", args=[case.number, other.number])
    return redirect(f"{join}?{urlencode({'goes': individual.number})}" if individual else join)


def _steps(case: Case, request: StaffRequest) -> list[dict[str, Any]]:
    """The latest steps, with the other case's number if it is visible, and whether undo is possible."""
    touching = FamilyChange.objects.touching(case).with_later()
    changes = list(touching.select_related("by", "case", "other_case")[:STEPS_SHOWN])
    members = members_of(changes)
    everybody = {
        case_id
        for change in changes
        for case_id in (change.case_id, change.other_case_id)
        if case_id
    }
    seen = set(
        Case.objects.visible_to(request.user, Permission.CASE_CHANGE)
        .filter(pk__in=everybody)
        .values_list("pk", flat=True)
    )
    return [
        {
            "change": change,
            "elsewhere": next(
                (
                    each
                    for each in (change.case, change.other_case)
                    if each and each.pk != case.pk and each.pk in seen
                ),
                None,
            ),
            "names": in_order(
                {members[each["member"]].individual.display_name for each in change.moved}
            ),
            "may_undo": not (change.is_undone or change.has_later)
            and {change.case_id, change.other_case_id} - {None} <= seen
            and is_as_left(change, members),
        }
        for change in changes
    ]


@needs(Permission.CASE_CHANGE)
def family_join(request: StaffRequest, number: str, other: str) -> HttpResponse:
    """People of the case `other` join this one."""
    case, leaving = _case(request, number), _case(request, other)
    members, only = _members(leaving, request), request.GET.get("goes")
    form = WhoGoesForm(
        request.POST or None,
        members=members,
        user=request.user,
        going=[member for member in members if only in (None, member.individual.number)],
    )
    return _choose_and_review(
        request,
        form,
        lambda **kwargs: family_builder.join_family(case, other=leaving, **kwargs),
        case=case,
        leaving=leaving,
        title=_("Join people of %(other)s to %(case)s")
        % {"other": leaving.number, "case": case.number},
        to=case.number,
    )


@needs(Permission.CASE_CHANGE)
def family_bring_back(request: StaffRequest, number: str, person: str) -> HttpResponse:
    """A person without a case today joins this family."""
    case = _case(request, number)
    individual = person_in_sight(request, person, Permission.INDIVIDUAL_CHANGE)
    here = members_today(case, request.user.today()).filter(individual=individual)
    if request.method == "GET" and here.exists():
        # Recorded on the page of their exit, which leads back to here.
        return redirect(reverse("family-builder", args=[case.number]) + "#steps")
    returns = individual.exits.standing().filter(back_on__isnull=False)
    day = returns.aggregate(day=Max("back_on"))["day"] or request.user.today()
    form = BringBackForm(request.POST or None, today=day)
    return answer_in_case(
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
        **_exit_first(individual, request.path),
    )


def _exit_first(individual: Individual, back: str) -> dict[str, Any]:
    """For a person who left, names the page where their return is recorded, instead of asking."""
    leaving = individual.exits.away().first()
    if leaving is None:
        return {}
    words = _("Left us on %(day)s. Whoever is here again: first say so.")
    way = reverse("exit-back", args=[leaving.pk]) + "?" + urlencode({"back": back})
    elsewhere = [FollowUp(words % {"day": short_date(leaving.on)}, way)]
    return {"template": "casework/families/member_days.html", "elsewhere": elsewhere}


@needs(Permission.CASE_CHANGE)
def family_split(request: StaffRequest, number: str) -> HttpResponse:
    """Some members get a case of their own."""
    case = _case(request, number)
    form = WhoGoesForm(
        request.POST or None,
        members=_members(case, request),
        user=request.user,
        relations=AS_PRINCIPAL,
        derives=True,
    )
    return _choose_and_review(
        request,
        form,
        lambda **kwargs: family_builder.split_family(case, **kwargs),
        case=case,
        leaving=case,
        title=_("Split the family"),
        to=_("a new case of the team %(team)s") % {"team": case.team.name},
    )


def _choose_and_review(
    request: StaffRequest,
    form: WhoGoesForm,
    action: Callable[..., FamilyChange],
    *,
    case: Case,
    leaving: Case,
    title: str,
    to: str,
) -> HttpResponse:
    """First who goes; then a page with the consequences; with `sure` it is done."""
    context: dict[str, Any] = {
        "case": case,
        "form": form,
        "title": title,
        "cancel_url": reverse("family-builder", args=[case.number]),
    }
    if request.method == "POST" and form.is_valid():
        if "sure" not in request.POST and _would_be_done(form, action, request):
            context["sentences"] = _what_moves(form, leaving, to)
            return render(request, "casework/families/family_review.html", context)
        if "sure" in request.POST and form.does(action, by=request.user):
            messages.success(request, _gone(form, into=case))
            return redirect(reverse("family-builder", args=[case.number]) + "#steps")
    return render(request, "casework/families/family_choose.html", context)


def _would_be_done(
    form: WhoGoesForm, action: Callable[..., FamilyChange], request: StaffRequest
) -> bool:
    """Tries the step and rolls it back, so that no preview is shown for a step that will be refused."""
    try:
        with transaction.atomic():
            action(**form.for_action(), by=request.user)
            transaction.set_rollback(True)
    except ActionRefused as refusal:
        field = refusal.field if refusal.field in form.fields else None
        form.add_error(field, list(refusal.on_a_page))
        return False
    return True


def _gone(form: WhoGoesForm, *, into: Case) -> str:
    """Names who changed the case and where they are, with a link to the undo."""
    change = form.result
    to = change.other_case if change.step == FamilyStep.SPLIT else into
    names = ", ".join(member.individual.display_name for member in form.going)
    said = ngettext(
        "%(names)s belongs to the case %(case)s now. It can be undone on this page.",
        "%(names)s belong to the case %(case)s now. It can be undone on this page.",
        len(form.going),
    )
    return said % {"names": names, "case": to.number}


def _children_left_alone(form: WhoGoesForm) -> list[str]:
    """Children who would be without an adult: of those who stay and, for a case of their own, of those who go."""
    day = form.cleaned_data["on"]
    stay = {member.individual: member.relation_to_principal for member in form.staying}
    if Relation.PRINCIPAL not in stay.values():
        # The partner of a person who goes cares for the children who stay.
        stay = {who: Relation.UNKNOWN if r in PARTNERS else r for who, r in stay.items()}
    groups = [stay, form.for_action()["relations"]] if form.derives else [stay]
    alone = [child.display_name for group in groups for child in alone_among(group, day)]
    if not alone:
        return []
    words = _(
        "Without an adult of the family from then on: %(names)s. The authority is to be told."
    )
    return [words % {"names": ", ".join(alone)}]


def _what_moves(form: WhoGoesForm, leaving: Case, to: str) -> list[str]:
    going, staying = form.going, form.staying
    people = [member.individual for member in going]

    def names(members: list[FamilyMember]) -> str:
        return ", ".join(member.individual.display_name for member in members)

    where = {"case": leaving.number, "to": to, "names": names(going)}
    sentences = [
        _("From %(day)s on they belong to %(to)s: %(names)s.")
        % {"day": short_date(form.cleaned_data["on"]), **where}
    ]
    sentences.append(_("Relations: %(said)s.") % {"said": "; ".join(form.relations_said)})
    if staying:
        sentences.append(
            _("In %(case)s stay: %(names)s.") % {"case": leaving.number, "names": names(staying)}
        )
    else:
        sentences.append(
            _("Nobody is left in %(case)s: it closes, unless something still stands open in it.")
            % where
        )
    return [
        *sentences,
        *_children_left_alone(form),
        *sentences_of(people, leaving=leaving),
        _("Notes and documents stay in the case where they were written; nobody's number changes."),
    ]


@needs(Permission.CASE_CHANGE)
@require_POST
def family_undo(request: StaffRequest, number: str, change_id: int) -> HttpResponse:
    """Takes one step back."""
    case = case_in_sight(request, number, Permission.CASE_CHANGE)
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
