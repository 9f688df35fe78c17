"""Pages of accounts of flight, for legal officers only."""

import uuid
from functools import partial

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission as P
from asylum.flight.actions import record_flight
from asylum.flight.forms import FlightForm
from asylum.flight.models import FlightAccount
from casework.register.models.individual import Individual
from casework.register.views import person_file_url
from pages.answers import form_response


@permission_required(P.FLIGHT_READ)
def flight_detail(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    accounts = FlightAccount.objects.visible_to(request.user).select_related(
        "individual", "recorded_by", "corrects"
    )
    account = get_object_or_404(accounts, pk=pk)
    record_read("flight.read", by=request.user, about=account)
    is_last = not FlightAccount.objects.filter(corrects=account).exists()
    return render(
        request,
        "asylum/flight_detail.html",
        {
            "account": account,
            "person": account.individual,
            "may_change": is_last and can(request.user, P.FLIGHT_CHANGE, account),
        },
    )


@permission_required(P.FLIGHT_CHANGE)
def flight_record(request: StaffRequest, individual: uuid.UUID) -> HttpResponse:
    people = Individual.objects.visible_to(request.user, P.FLIGHT_CHANGE)
    return _write(request, get_object_or_404(people, pk=individual), None)


@permission_required(P.FLIGHT_CHANGE)
def flight_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """Adds a newer account beside the old one, which stays readable."""
    accounts = FlightAccount.objects.visible_to(request.user, P.FLIGHT_CHANGE)
    account = get_object_or_404(accounts.select_related("individual"), pk=pk)
    return _write(request, account.individual, account)


def _write(
    request: StaffRequest, person: Individual, corrects: FlightAccount | None
) -> HttpResponse:
    record_read("flight.read", by=request.user, about=corrects or person)
    initial = {"told_on": request.user.today()}
    if corrects:
        initial |= {
            name: getattr(corrects, name)
            for name in ("told_on", "motives", "circumstances", "past_events")
        }
    return form_response(
        request,
        FlightForm(request.POST or None, initial=initial),
        partial(record_flight, corrects=corrects),
        person,
        done=_("The account is on file. It never changes; a newer one corrects it."),
        back=person_file_url(request, person, "law", "flight"),
        success_url=FlightAccount.get_absolute_url,
        template="asylum/flight_record.html",
        person=person,
    )
