"""Pages of incidents at sites."""

import uuid

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.permissions import Permission
from casework.corrections.forms import CORRECTED, correcting
from casework.corrections.models import Correction
from pages.answers import form_response
from pages.lists import list_page
from shelters.incidents import actions
from shelters.incidents.filters import SiteIncidentFilter
from shelters.incidents.forms import SiteDecisionForm, SiteIncidentForm
from shelters.incidents.models import SiteIncident
from shelters.models import Placement

CorrectSiteIncidentForm = correcting(SiteIncident, SiteIncidentForm)
RELATED = ("individual", "placement__site", "placement__case")


@permission_required(Permission.PLACEMENT_CHANGE)
def site_incident_list(request: StaffRequest) -> HttpResponse:
    record_read("site_incident.listed", by=request.user)
    rows = SiteIncident.objects.visible_to(request.user).select_related(*RELATED)
    return list_page(
        request,
        rows.order_by("-on", "-recorded_at"),
        filterset=SiteIncidentFilter,
        template="shelters/incidents/site_incident_list.html",
        list_title=gettext_lazy("Incidents at sites"),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def site_incident_record(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    stay = get_visible_or_404(
        request, Placement, pk, Permission.PLACEMENT_CHANGE, "individual", "site"
    )
    return form_response(
        request,
        SiteIncidentForm(request.POST or None, user=request.user, row=stay),
        actions.record_site_incident,
        stay,
        title=_("Record an incident at the site"),
        lead=f"{stay.individual.display_name} · {stay.site.name}",
        back=reverse("placement-detail", args=[stay.pk]),
        success_url=lambda incident: reverse("site-incident", args=[incident.pk]),
        done=_("The incident is on file. Nothing else follows from it."),
        looks=lambda: record_read("placement.read", by=request.user, about=stay),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def site_incident(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    """One incident with the person's own statement and every decision."""
    incident = get_visible_or_404(request, SiteIncident, pk, Permission.PLACEMENT_CHANGE, *RELATED)
    record_read("site_incident.read", by=request.user, about=incident)
    context = {
        "incident": incident,
        "decisions": incident.decisions.select_related("recorded_by"),
        "corrections": Correction.objects.of(incident),
        "today": request.user.today(),
    }
    return render(request, "shelters/incidents/site_incident.html", context)


@permission_required(Permission.PLACEMENT_CHANGE)
def site_incident_correct(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    incident = get_visible_or_404(request, SiteIncident, pk, Permission.PLACEMENT_CHANGE, *RELATED)
    return form_response(
        request,
        CorrectSiteIncidentForm(request.POST or None, user=request.user, row=incident),
        actions.correct_site_incident,
        incident,
        title=_("Correct the incident"),
        lead=incident.individual.display_name,
        back=reverse("site-incident", args=[incident.pk]),
        done=CORRECTED,
        looks=lambda: record_read("site_incident.read", by=request.user, about=incident),
    )


@permission_required(Permission.PLACEMENT_CHANGE)
def site_incident_decide(request: StaffRequest, pk: uuid.UUID) -> HttpResponse:
    incident = get_visible_or_404(request, SiteIncident, pk, Permission.PLACEMENT_CHANGE, *RELATED)
    return form_response(
        request,
        SiteDecisionForm(request.POST or None, user=request.user, row=incident),
        actions.decide_site_incident,
        incident,
        title=_("Decide about the incident"),
        lead=f"{incident.individual.display_name} · {incident.get_statement_state_display()}",
        back=reverse("site-incident", args=[incident.pk]),
        done=_("The decision is on file."),
        looks=lambda: record_read("site_incident.read", by=request.user, about=incident),
    )
