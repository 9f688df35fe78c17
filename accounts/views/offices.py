"""Offices and teams."""

from uuid import UUID

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, needs
from accounts.actions import offices as actions
from accounts.forms.grants import OfficeForm, TeamForm
from accounts.models import Office
from accounts.permissions import Permission


@needs(Permission.OFFICE_CHANGE)
def office_list(request: StaffRequest) -> HttpResponse:
    rows = Office.objects.visible_to(request.user).prefetch_related("teams")
    return render(request, "accounts/offices.html", {"offices": rows})


@needs(Permission.OFFICE_CHANGE)
def open_office(request: StaffRequest) -> HttpResponse:
    form = OfficeForm(request.POST or None)
    if form.is_valid() and form.does(actions.open_office, by=request.user):
        messages.success(request, _("The office is open."))
        return redirect("office-list")
    return render(request, "accounts/office_open.html", {"form": form})


@needs(Permission.OFFICE_CHANGE)
def open_team(request: StaffRequest, pk: UUID) -> HttpResponse:
    office = get_object_or_404(Office.objects.visible_to(request.user), pk=pk)
    form = TeamForm(request.POST or None)
    if form.is_valid() and form.does(actions.open_team, office, by=request.user):
        messages.success(request, _("The team is open."))
        return redirect("office-list")
    return render(request, "accounts/team_open.html", {"form": form, "office": office})
