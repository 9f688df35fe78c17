"""The slip of an arrival: printed, replaced, revoked, and looked at by strangers."""

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache

from accounts.access import can, needs, public
from accounts.audit import record_read
from accounts.permissions import Permission
from accounts.strangers import asks_too_often
from casework.actions.slips import hash_of, issue_slip, revoke_slip
from casework.models import Arrival, ArrivalSlip
from pages.forms import ActionForm
from pages.qr import qr_svg

# A family at a checkpoint scans once; whoever guesses asks more often.
RATE = "30/m/ip"


def _arrival(request: HttpRequest, arrival_id: str, permission: Permission) -> Arrival:
    arrivals = Arrival.objects.visible_to(request.user, permission).select_related("case")
    return get_object_or_404(arrivals, pk=arrival_id)


@needs(Permission.INDIVIDUAL_READ)
def arrival_slip(request: HttpRequest, arrival_id: str) -> HttpResponse:
    """The paper to print, or the button that gives it out."""
    arrival = _arrival(request, arrival_id, Permission.INDIVIDUAL_READ)
    record_read("slip.read", by=request.user, about=arrival, case=arrival.case)
    people = arrival.individuals.visible_to(request.user, Permission.INDIVIDUAL_READ)
    return render(
        request,
        "casework/arrival_slip.html",
        {
            "arrival": arrival,
            "case": arrival.case,
            "people": list(people),
            "slip": arrival.slips.given_out().first(),
            "may_change": arrival.case.is_open
            and can(request.user, Permission.CASE_CHANGE, about=arrival.case),
        },
    )


@needs(Permission.INDIVIDUAL_READ)
def slip_image(request: HttpRequest, arrival_id: str) -> HttpResponse:
    """The code as a picture; it holds an address with a random word, no number and no name."""
    arrival = _arrival(request, arrival_id, Permission.INDIVIDUAL_READ)
    slip = get_object_or_404(arrival.slips.given_out())
    address = settings.PUBLIC_URL + reverse("slip-check", args=[slip.token])
    return HttpResponse(qr_svg(address), content_type="image/svg+xml; charset=utf-8")


@needs(Permission.CASE_CHANGE)
def slip_issue(request: HttpRequest, arrival_id: str) -> HttpResponse:
    arrival = _arrival(request, arrival_id, Permission.CASE_CHANGE)
    form = ActionForm(request.POST or None)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(issue_slip, arrival, by=request.user)
    ):
        messages.success(request, _("The slip is ready to be printed."))
        return redirect("arrival-slip", arrival.pk)
    return _ask(
        request,
        arrival,
        form,
        title=_("Give out a new slip"),
        sentences=[_("A slip that was given out before is not valid any more.")],
    )


@needs(Permission.CASE_CHANGE)
def slip_revoke(request: HttpRequest, arrival_id: str) -> HttpResponse:
    arrival = _arrival(request, arrival_id, Permission.CASE_CHANGE)
    form = ActionForm(request.POST or None)
    if (
        request.method == "POST"
        and form.is_valid()
        and form.does(revoke_slip, arrival, by=request.user)
    ):
        messages.success(request, _("The slip is not valid any more."))
        return redirect("arrival-slip", arrival.pk)
    return _ask(
        request,
        arrival,
        form,
        title=_("Revoke the slip"),
        sentences=[_("Whoever scans it reads “not valid” from now on.")],
    )


def _ask(
    request: HttpRequest, arrival: Arrival, form: ActionForm, *, title: str, sentences: list[str]
) -> HttpResponse:
    return render(
        request,
        "casework/case_act.html",
        {
            "case": arrival.case,
            "form": form,
            "title": title,
            "submit": title,
            "sentences": sentences,
            "cancel_url": reverse("arrival-slip", args=[arrival.pk]),
        },
    )


@public
@never_cache
def slip_check(request: HttpRequest, token: str) -> HttpResponse:
    """What a stranger learns who scans a slip: valid, or not valid; the same for a code that never was."""
    if asks_too_often(request, what="slip", rate=RATE):
        return render(request, "casework/slip_check.html", {"is_too_often": True}, status=429)
    is_valid = ArrivalSlip.objects.all().is_valid(hash_of(token))
    return render(request, "casework/slip_check.html", {"is_valid": is_valid})
