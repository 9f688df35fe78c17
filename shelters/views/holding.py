"""Until when a stay holds beside its plan: a place to confirm, and somebody who may stay past the planned end."""

import uuid

from django.http import HttpResponse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from shelters.actions.acts import ALLOWED, CONFIRMED, PROVISIONAL
from shelters.actions.overstay import allow_past_the_plan
from shelters.actions.provisional import confirm, make_provisional
from shelters.choices import PAST_THE_PLAN, TO_COME
from shelters.forms.stays import AllowForm, ConfirmPlaceForm, ProvisionalForm
from shelters.views.placements import family_in, family_page, stay_of


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_provisional(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk)
    stays = family_in(request, stay, lambda status: status in TO_COME)
    form = ProvisionalForm(request.POST or None, stays=stays)
    title = _("Make the place provisional")
    return family_page(request, form, stay, make_provisional, title, PROVISIONAL)


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_allow(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk)
    stays = family_in(request, stay, lambda status: status in PAST_THE_PLAN)
    form = AllowForm(request.POST or None, stays=stays)
    return family_page(request, form, stay, allow_past_the_plan, _("Allow to stay on"), ALLOWED)


@permission_required(Permission.PLACEMENT_CHANGE)
def placement_confirm(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = stay_of(request, pk)
    expected = family_in(request, stay, lambda status: status in TO_COME)
    form = ConfirmPlaceForm(request.POST or None, stays=[e for e in expected if e.is_provisional])
    return family_page(request, form, stay, confirm, _("Confirm the place"), CONFIRMED)
