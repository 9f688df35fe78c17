"""Pages that print, replace and revoke the slip of an arrival, and the page on which strangers check it."""

import uuid
from functools import partial
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache

from accounts.access import StaffRequest, can, permission_required, public
from accounts.audit import record_read
from accounts.permissions import Permission
from accounts.public_pages import validity_page
from casework.register.forms import ConfirmRowForm
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.views import form_view_of_row
from casework.slips.actions import issue_slip, revoke_slip
from casework.slips.content import case_on_slip, is_outdated, is_valid
from pages.qr import qr_svg

# A family at a checkpoint scans once; somebody who guesses codes tries often.
RATE = "30/m/ip"


def _arrival_or_404(
    request: StaffRequest, arrival_id: uuid.UUID, permission: Permission
) -> Arrival:
    """Returns the arrival if the user sees the case in which its people are now; else raises Http404."""
    arrival: Arrival = get_object_or_404(Arrival.objects.select_related("case"), pk=arrival_id)
    get_object_or_404(
        Case.objects.visible_to(request.user, permission), pk=case_on_slip(arrival).pk
    )
    return arrival


@permission_required(Permission.INDIVIDUAL_READ)
def arrival_slip(request: StaffRequest, arrival_id: uuid.UUID) -> HttpResponse:
    """The slip to print, or the button that issues it."""
    arrival = _arrival_or_404(request, arrival_id, Permission.INDIVIDUAL_READ)
    case = case_on_slip(arrival)
    record_read("slip.read", by=request.user, about=arrival, case=case)
    people = arrival.individuals.visible_to(request.user, Permission.INDIVIDUAL_READ)
    slip = arrival.slips.not_revoked().first()
    return render(
        request,
        "casework/arrivals/arrival_slip.html",
        {
            "arrival": arrival,
            "case": case,
            "people": list(people.filter(merged_into=None)),
            "slip": slip,
            "is_outdated": slip is not None and is_outdated(slip),
            "may_change": case.is_open and can(request.user, Permission.CASE_CHANGE, about=case),
        },
    )


@permission_required(Permission.INDIVIDUAL_READ)
def slip_image(request: StaffRequest, arrival_id: uuid.UUID) -> HttpResponse:
    """The code as a picture: a URL with a random token, without number or name."""
    arrival = _arrival_or_404(request, arrival_id, Permission.INDIVIDUAL_READ)
    slip = get_object_or_404(arrival.slips.not_revoked())
    address = settings.PUBLIC_URL + reverse("slip-check", args=[slip.token])
    return HttpResponse(qr_svg(address), content_type="image/svg+xml; charset=utf-8")


def _context(request: StaffRequest, arrival: Arrival) -> dict[str, Any]:
    return {"case": case_on_slip(arrival), "back": reverse("arrival-slip", args=[arrival.pk])}


slip_issue = form_view_of_row(
    Permission.CASE_CHANGE,
    _arrival_or_404,
    ConfirmRowForm,
    issue_slip,
    _context,
    title=gettext_lazy("Give out a new slip"),
    submit=gettext_lazy("Give out a new slip"),
    done=gettext_lazy("The slip is ready to be printed."),
    sentences=[gettext_lazy("A slip that was given out before is not valid any more.")],
)

slip_revoke = form_view_of_row(
    Permission.CASE_CHANGE,
    _arrival_or_404,
    ConfirmRowForm,
    revoke_slip,
    _context,
    title=gettext_lazy("Revoke the slip"),
    submit=gettext_lazy("Revoke the slip"),
    done=gettext_lazy("The slip is not valid any more."),
    sentences=[gettext_lazy("Whoever scans it reads “not valid” from now on.")],
)


@public
@never_cache
def slip_check(request: HttpRequest, token: str) -> HttpResponse:
    """What a stranger learns from a slip: valid or not; the answer for an unknown code is "not valid"."""
    word = "casework/arrivals/_slip_word.html"
    return validity_page(request, partial(is_valid, token), what="slip", rate=RATE, word=word)
