"""Figures on claims and work, and what others reported beside our own counts."""

from django.http import HttpResponse
from django.shortcuts import render

from accounts.access import StaffRequest, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.filters import say_unknown
from partners.models import ReportedFigure
from reporting.choices import Definition
from reporting.figures.reported import compare
from reporting.figures.rights import (
    adults_allowed_to_work,
    adults_with_claim,
    knew_of_right,
    refusals_by_reason,
)
from reporting.forms.tables import FiguresDayForm
from reporting.views.figures import people_to_count


@permission_required(Permission.WORK_READ)
def figures_rights(request: StaffRequest) -> HttpResponse:
    """Adults with a claim, with a right to work, or who knew about it, and why employers refused, as of a day."""
    user = request.user
    form = FiguresDayForm({"on": user.today().isoformat()} | request.GET.dict())
    say_unknown(form, request.GET)
    if form.errors:
        return render(request, "reporting/figures_rights.html", {"form": form})
    on = form.cleaned_data["on"]
    people, is_whole_office = people_to_count(user)
    record_read("figures.read", by=user, details={"whole_office": is_whole_office})
    return render(
        request,
        "reporting/figures_rights.html",
        {
            "form": form,
            "on": on,
            "is_whole_office": is_whole_office,
            "claims": adults_with_claim(people, on=on),
            "allowed": adults_allowed_to_work(people, on=on),
            "knew": knew_of_right(people, on=on),
            "refusals": refusals_by_reason(people, on=on),
            "definition": {each.name.lower(): each for each in Definition},
        },
    )


@permission_required(Permission.REPORT_EXACT_READ)
def figures_reported(request: StaffRequest) -> HttpResponse:
    """What others reported beside the office's own exact count of that day."""
    user = request.user
    record_read("figures.read", by=user, details={"whole_office": True})
    offices = user.office_ids(Permission.REPORT_EXACT_READ)
    rows = compare(ReportedFigure.objects.all(), offices)
    context = {"rows": rows, "definition": Definition.SHARE_OF_REPORTED}
    return render(request, "reporting/figures_reported.html", context)
