"""One stay: look at it, check in, check out, extend, move, cancel."""

import uuid
from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.register.models.individual import Individual
from casework.register.views import number_page
from pages.answers import answer, pressed
from pages.forms import ActionForm
from pages.lists import list_page
from shelters.actions import placements
from shelters.beds_for_family import offers
from shelters.choices import HERE, TO_COME
from shelters.filters import StayFilter
from shelters.forms.placements import CancelForm, CheckOutForm, ExtendForm, MoveForm, PlanForm
from shelters.models import Placement, Site
from shelters.phones import phones_of, put_phones


def _stay(
    request: StaffRequest, pk: uuid.UUID, permission: Permission = Permission.PLACEMENT_CHANGE
) -> Placement:
    rows = Placement.objects.visible_to(request.user, permission)
    stay: Placement = get_object_or_404(rows.with_people(), pk=pk)
    return stay


@needs(Permission.PLACEMENT_READ)
def placement_list(request: StaffRequest) -> HttpResponse:
    today = request.user.today()
    stays = Placement.objects.visible_to(request.user).open_on(today).with_people()
    record_read("placement.list_read", by=request.user)
    return list_page(
        request,
        stays.order_by("site__name", "starts_on", "individual__number"),
        filterset=StayFilter,
        template="shelters/placement_list.html",
        today=today,
    )


@needs(Permission.PLACEMENT_READ)
def placement_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = _stay(request, pk, Permission.PLACEMENT_READ)
    today = request.user.today()
    record_read("placement.read", by=request.user, about=stay)
    others = Placement.objects.visible_to(request.user).with_people()
    stays = others.filter(individual=stay.individual).order_by("-starts_on", "-placed_at")
    family = others.filter(case=stay.case).open_on(today).exclude(individual=stay.individual)
    status = stay.status_on(today)
    put_phones([stay], request.user)
    return render(
        request,
        "shelters/placement_detail.html",
        {
            "stay": stay,
            "status": status,
            "age": stay.individual.age_on(today),
            "stays": [(each, each.status_on(today)) for each in stays],
            "family": family,
            "may_change": can(request.user, Permission.PLACEMENT_CHANGE, about=stay),
            "is_here": status in HERE,
            "is_to_come": status in TO_COME,
        },
    )


@needs(Permission.RESIDENT_PHONE_READ)
def resident_phone_show(request: StaffRequest, pk: uuid.UUID, phone_id: uuid.UUID) -> HttpResponse:
    """The number of a resident, for who runs the site."""
    stay = _stay(request, pk, Permission.RESIDENT_PHONE_READ)
    phone = get_object_or_404(phones_of([stay], request.user), pk=phone_id)
    return number_page(
        request,
        stay.individual,
        "casework/contact/phone_show.html",
        phone=phone,
        back=reverse("placement-detail", args=[stay.pk]),
        back_label=stay.site.name,
    )


@needs(Permission.PLACEMENT_CHANGE)
@require_POST
def placement_check_in(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = _stay(request, pk)
    pressed(request, placements.check_in, stay)
    return redirect("site-night", stay.site_id)


@needs(Permission.PLACEMENT_CHANGE)
def placement_check_out(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = _stay(request, pk)
    form = CheckOutForm(request.POST or None, initial={"on": request.user.today()})
    return _form_page(request, form, stay, placements.check_out, _("Check out"))


@needs(Permission.PLACEMENT_CHANGE)
def placement_extend(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = _stay(request, pk)
    form = ExtendForm(request.POST or None, initial={"planned_end_on": stay.planned_end_on})
    return _form_page(request, form, stay, placements.extend, _("Change the planned end"))


@needs(Permission.PLACEMENT_CHANGE)
def placement_cancel(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = _stay(request, pk)
    form = CancelForm(request.POST or None)
    return _form_page(request, form, stay, placements.cancel, _("Cancel the stay"), danger=True)


@needs(Permission.PLACEMENT_CHANGE)
def placement_move(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Moves everybody of the family who sleeps at the same site, unless somebody is unticked."""
    stay = _stay(request, pk)
    stays = _family_at_the_site(request, stay)
    people = list(stays)
    form = None
    if request.method == "POST":
        form = MoveForm(request.POST, people=people, user=request.user, stays=stays)
        if form.is_valid() and form.does(placements.move_family, by=request.user):
            messages.success(request, _("They have moved."))
            return redirect("site-night", form.result[0].site_id)
    today = request.user.today()
    defaults = {"people": [str(person.pk) for person in people], "starts_on": today.isoformat()}
    plan = PlanForm(request.POST or request.GET or defaults, people=people)
    record_read("placement.read", by=request.user, about=stay)
    offered: list[Any] = []
    if plan.is_valid():
        night = plan.cleaned_data["starts_on"]
        sites = Site.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE).open_on(night)
        offered = offers(sites, plan.chosen, night, None)
    return render(
        request,
        "shelters/placement_place.html",
        {
            "stay": stay,
            "case": stay.case,
            "people": [(person, person.age_on(today)) for person in people],
            "plan": plan,
            "form": form,
            "offers": offered,
            "size": len(plan.chosen) if plan.is_valid() else 0,
            "title": _("Move"),
        },
    )


def _family_at_the_site(request: StaffRequest, stay: Placement) -> dict[Individual, Placement]:
    today = request.user.today()
    together = (
        Placement.objects.visible_to(request.user, Permission.PLACEMENT_CHANGE)
        .open_on(today)
        .filter(case=stay.case, site=stay.site)
        .with_people()
        .order_by("placed_at", "individual__number")
    )
    return {each.individual: each for each in together}


def _form_page(
    request: StaffRequest,
    form: ActionForm,
    stay: Placement,
    action: Callable[..., Any],
    title: str,
    **context: Any,
) -> HttpResponse:
    return answer(
        request,
        form,
        action,
        stay,
        title=title,
        submit=title,
        back=reverse("site-night", args=[stay.site_id]),
        template="shelters/placement_form.html",
        stay=stay,
        **context,
    )
