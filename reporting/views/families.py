"""Figures about families: households, and what happened to relatives at home."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.home.choices import IncidentType
from casework.home.models import HomeIncident
from casework.register.models.case import Case
from pages.filters import say_unknown
from reporting.choices import Definition
from reporting.figures import incidents
from reporting.figures.households import households_of
from reporting.forms.tables import FiguresDayForm
from reporting.writing import legend


@permission_required(Permission.INDIVIDUAL_READ)
def households(request: StaffRequest) -> HttpResponse:
    """Former members and relatives, household sizes and relations on a day, of the office or the own cases."""
    user = request.user
    form = FiguresDayForm({"on": user.today().isoformat()} | request.GET.dict())
    say_unknown(form, request.GET)
    if form.errors:
        return render(request, "reporting/households.html", {"form": form})
    on = form.cleaned_data["on"]
    offices = user.office_ids(Permission.REPORT_EXACT_READ)
    cases = (
        Case.objects.filter(office__in=offices)
        if offices
        else Case.objects.visible_to(user, Permission.INDIVIDUAL_READ)
    )
    record_read("figures.read", by=user, details={"whole_office": bool(offices)})
    return render(
        request,
        "reporting/households.html",
        {
            "form": form,
            "on": on,
            "figures": (figures := households_of(cases, on)),
            "definition": Definition,
            "sizes": sorted(figures.sizes.items()),
            "is_whole_office": bool(offices),
        },
    )


@permission_required(Permission.HOME_READ)
def incident_table(request: StaffRequest) -> HttpResponse:
    """Incidents at home by month and type: exact in the user's cases; with `?as=public` the protected table."""
    user = request.user
    exact_offices = user.office_ids(Permission.REPORT_EXACT_READ)
    if exact_offices and request.GET.get("as") == "public":
        return _public(request, exact_offices)
    record_read("incident.counted", by=user)
    rows = HomeIncident.objects.visible_to(user)
    return render(
        request,
        "reporting/incidents.html",
        {
            "definition": Definition.INCIDENTS,
            "types": IncidentType.labels,
            "lines": incidents.table_rows(incidents.exact_table(rows, user.today())),
            "without_month": incidents.without_month(rows),
            "may_see_public": bool(exact_offices),
        },
    )


@permission_required(Permission.REPORT_PREPARE)
def incident_table_public(request: StaffRequest) -> HttpResponse:
    """The protected table of the whole office."""
    return _public(request, request.user.office_ids(Permission.REPORT_PREPARE))


def _public(request: StaffRequest, offices: set[uuid.UUID]) -> HttpResponse:
    table = incidents.public_table(offices, request.user.today())
    return render(
        request,
        "reporting/incidents.html",
        {
            "definition": Definition.INCIDENTS,
            "types": IncidentType.labels,
            "lines": incidents.table_rows(table),
            "legend": legend(table.k),
            "smallest": table.k,
            "is_public": True,
        },
    )
