"""Families that need a bed, and giving them one."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.db.models import Prefetch
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.lists import list_page
from shelters.actions import placements
from shelters.beds_for_family import offers, waiting_members
from shelters.filters import WaitingFilter
from shelters.forms.placements import BedsForm, PlanForm, SiteOnlyForm
from shelters.models import Site
from shelters.querysets.families import members_without_bed, with_waiting, without_bed


@needs(Permission.PLACEMENT_READ)
def family_without_bed_list(request: StaffRequest) -> HttpResponse:
    today = request.user.today()
    cases = Case.objects.visible_to(request.user, Permission.PLACEMENT_READ)
    waiting = members_without_bed(today).select_related("individual")
    rows = (
        with_waiting(without_bed(cases, today), today)
        .prefetch_related(Prefetch("members", queryset=waiting))
        .order_by("waiting_since", "number")
    )
    record_read("family_without_bed.list_read", by=request.user)
    return list_page(
        request,
        rows,
        filterset=WaitingFilter,
        template="shelters/family_without_bed_list.html",
        today=today,
        may_place=can(request.user, Permission.PLACEMENT_CHANGE),
    )


@needs(Permission.PLACEMENT_CHANGE)
def placement_place(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    cases = Case.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
    case = get_object_or_404(cases.open(), pk=pk)
    today = request.user.today()
    people = waiting_members(case, today)
    form: BedsForm | SiteOnlyForm | None = None
    sites = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE).open_on(today)
    if request.method == "POST":
        action: Callable[..., Any] = placements.place_family
        if "site" in request.POST:
            action = placements.place_at_site
            form = SiteOnlyForm(request.POST, people=people, sites=sites)
        else:
            form = BedsForm(request.POST, people=people, user=request.user)
        if form.is_valid() and form.does(action, case, by=request.user):
            messages.success(request, _("They have a place."))
            return redirect("site-night", form.result[0].site_id)
    plan = PlanForm(request.POST or request.GET or _defaults(people, today), people=people)
    record_read("family_without_bed.read", by=request.user, about=case)
    return render(
        request,
        "shelters/placement_place.html",
        {
            "case": case,
            "people": [(person, person.age_on(today)) for person in people],
            "plan": plan,
            "form": form,
            "title": _("Give a place"),
            "sites": sites,
            **_offered(request, plan),
        },
    )


def _defaults(people: list[Any], today: Any) -> dict[str, Any]:
    return {"people": [str(person.pk) for person in people], "starts_on": today.isoformat()}


def _offered(request: StaffRequest, plan: PlanForm) -> dict[str, Any]:
    """What is free for the plan: nothing while the plan is not valid."""
    if not plan.is_valid():
        return {"offers": [], "size": 0}
    night, until = plan.cleaned_data["starts_on"], plan.cleaned_data["planned_end_on"]
    sites = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE).open_on(night)
    chosen = plan.chosen
    return {"offers": offers(sites, chosen, night, until), "size": len(chosen), "night": night}
