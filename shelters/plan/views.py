"""Pages of a plan of moves."""

import uuid
from typing import Any
from urllib.parse import urlencode

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from pages.answers import form_response, pressed
from pages.workers import queue_after_commit
from shelters.models import Placement, Site
from shelters.plan import actions
from shelters.plan.actions import MAY_CHANGE
from shelters.plan.choices import MovePlanState, Proof, Solving
from shelters.plan.differences import differences
from shelters.plan.forms import ApplyMovePlanForm, MakeMovePlanForm, OtherPlaceForm
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.page import families_of, other_places, totals
from shelters.plan.reading import PlanFacts
from shelters.plan.tasks import solve_move_plan
from shelters.rules.runs import key_in_url

# How many earlier plans of a site are listed.
MOST_PLANS = 5


@permission_required(MAY_CHANGE)
def move_plan_make(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    site = get_visible_or_404(request, Site, pk, MAY_CHANGE)
    return form_response(
        request,
        MakeMovePlanForm(request.POST or None, user=request.user, row=site),
        actions.make_plan,
        site,
        title=_("Plan the moves"),
        back=reverse("site-detail", args=[site.pk]),
        success_url=_start_solving,
        template="shelters/plan/make.html",
        site=site,
        plans=list(MovePlan.objects.filter(site=site)[:MOST_PLANS]),
    )


@permission_required(MAY_CHANGE)
def move_plan_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """The families with their new places; of a draft also what changed under it. While they are worked out, only that."""
    plan = _plan(request, pk)
    if request.htmx and not plan.is_under_way:
        return HttpResponse(headers={"HX-Refresh": "true"})
    if plan.state == MovePlanState.DRAFT and (plan.is_under_way or not plan.solved_at):
        context = {"plan": plan, "is_late": plan.is_late_at(timezone.now())}
        part = "_progress" if request.htmx else "waiting"
        return render(request, f"shelters/plan/{part}.html", context)
    record_read("move_plan.read", by=request.user, about=plan)
    return render(request, "shelters/plan/plan.html", _context(request, plan))


@permission_required(MAY_CHANGE)
def move_plan_print(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """A slip for each family with a new place, in words they can keep."""
    plan = _plan(request, pk)
    record_read("move_plan.read", by=request.user, about=plan)
    families = [each for each in families_of(_lines(request, plan), {}) if each.goes_to]
    return render(request, "shelters/plan/slips.html", {"plan": plan, "families": families})


@permission_required(MAY_CHANGE)
@require_POST
def move_plan_solve(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    plan = _plan(request, pk)
    if pressed(request, actions.ask_again, plan):
        queue_after_commit(solve_move_plan, plan.pk)
    return redirect("move-plan-detail", pk)


@permission_required(MAY_CHANGE)
@require_POST
def move_plan_look(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    return _press(request, pk, actions.look_at_changes, _("The plan says what holds now."))


@permission_required(MAY_CHANGE)
@require_POST
def move_plan_drop(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    return _press(
        request, pk, actions.drop_plan, _("The plan is dropped: nobody moves because of it.")
    )


@permission_required(MAY_CHANGE)
def move_plan_apply(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    plan = _plan(request, pk)
    if plan.state != MovePlanState.DRAFT:
        return redirect("move-plan-detail", pk)
    lines = _lines(request, plan)
    return form_response(
        request,
        ApplyMovePlanForm(request.POST or None),
        actions.apply_plan,
        plan,
        title=_("Apply the plan"),
        submit=_("Apply the plan"),
        back=_page_of(plan),
        done=_("Everybody with a new place moves there. Each family can be taken back for a day."),
        looks=lambda: record_read("move_plan.read", by=request.user, about=plan),
        template="shelters/plan/apply.html",
        plan=plan,
        totals=totals(plan, lines),
        asking=[family for family in families_of(lines, {}) if family.asks],
    )


@permission_required(MAY_CHANGE)
def move_plan_family(request: StaffRequest, pk: uuid.UUID, case: uuid.UUID) -> HttpResponse:
    """Another place for one family of a draft, or none."""
    plan = _plan(request, pk)
    stays = Placement.objects.visible_to(request.user, MAY_CHANGE).with_people()
    mine = list(stays.filter(move_lines__plan=plan, case=case))
    if not mine or plan.state != MovePlanState.DRAFT:
        raise Http404
    places = other_places(plan, case, by=request.user)
    return form_response(
        request,
        OtherPlaceForm(request.POST or None, places=places, stays=mine),
        actions.change_family,
        plan,
        title=_("Another place for %(case)s") % {"case": mine[0].case.number},
        back=_page_of(plan),
        done=_("The plan is changed."),
        looks=lambda: record_read("move_plan.read", by=request.user, about=plan),
        template="shelters/plan/family.html",
        plan=plan,
        people=[stay.individual for stay in mine],
    )


def _plan(request: StaffRequest, pk: uuid.UUID) -> MovePlan:
    return get_visible_or_404(request, MovePlan, pk, MAY_CHANGE, "site")


def _page_of(plan: MovePlan) -> str:
    return reverse("move-plan-detail", args=[plan.pk])


def _start_solving(plan: MovePlan) -> str:
    queue_after_commit(solve_move_plan, plan.pk)
    return _page_of(plan)


def _press(request: StaffRequest, pk: uuid.UUID, action: Any, done: str) -> HttpResponse:
    pressed(request, action, _plan(request, pk), done=done)
    return redirect("move-plan-detail", pk)


def _lines(request: StaffRequest, plan: MovePlan) -> list[MoveLine]:
    return list(MoveLine.objects.visible_to(request.user).filter(plan=plan).with_people())


def _context(request: StaffRequest, plan: MovePlan) -> dict[str, Any]:
    lines, changes, unseen = _lines(request, plan), dict[uuid.UUID, list[str]](), 0
    is_draft = plan.state == MovePlanState.DRAFT
    if is_draft:
        facts = PlanFacts(plan, by=request.user)
        unseen = facts.unseen
        for difference in differences(plan, facts):
            changes.setdefault(difference.case_id, []).append(difference.sentence)
    families = families_of(lines, changes)
    return {
        "plan": plan,
        "proof": Proof(plan.proof).label if plan.proof else "",
        "is_draft": is_draft,
        "has_failed": is_draft and plan.solving == Solving.FAILED,
        "is_applied": plan.state == MovePlanState.APPLIED,
        "families": families,
        "totals": totals(plan, lines),
        "board_url": _board_of(plan, lines),
        "changed": sum(map(len, changes.values())),
        "unseen": unseen,
    }


def _board_of(plan: MovePlan, lines: list[MoveLine]) -> str:
    """The board with the draft, and with the sites unfolded to which people move."""
    sites = dict.fromkeys(key_in_url(line.bed.room.site_id) for line in lines if line.bed)
    query = {"from": plan.leaves_on.isoformat(), "plan": str(plan.pk), "open": list(sites)}
    return f"{reverse('board')}?{urlencode(query, doseq=True)}"
