"""Why people left, in their own words."""

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from asylum.flight.models import FlightAccount
from reporting.choices import Definition
from reporting.figures import motives
from reporting.writing import legend


@permission_required(Permission.FLIGHT_READ)
def motive_table(request: StaffRequest) -> HttpResponse:
    """The exact table of the accounts that the user may read."""
    record_read("figures.read", by=request.user, details={"public": False})
    table = motives.by_motive(FlightAccount.objects.visible_to(request.user))
    return _page(request, table, is_public=False)


@permission_required(Permission.REPORT_PREPARE)
def motive_table_public(request: StaffRequest) -> HttpResponse:
    """The protected table of the whole office."""
    record_read("figures.read", by=request.user, details={"public": True})
    offices = request.user.office_ids(Permission.REPORT_PREPARE)
    return _page(request, motives.public_table(offices, request.user.today()), is_public=True)


def _page(request: StaffRequest, table: motives.MotiveTable, *, is_public: bool) -> HttpResponse:
    context = {
        "definition": Definition.MOTIVES,
        "is_public": is_public,
        "legend": legend(motives.PUBLIC)[:1] if is_public else [],
        "smallest": motives.PUBLIC,
        "table": table,
    }
    return render(request, "reporting/motives.html", context)
