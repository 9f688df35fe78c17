"""Views of offices and teams."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, get_visible_or_404, permission_required
from accounts.actions import offices as actions
from accounts.forms.grants import LetterheadForm, MailTimesForm, OfficeForm, TeamForm
from accounts.models import Office, Team
from accounts.permissions import Permission
from pages.answers import form_response
from pages.forms import on_file


@permission_required(Permission.OFFICE_CHANGE)
def office_list(request: StaffRequest) -> HttpResponse:
    rows = Office.objects.visible_to(request.user).prefetch_related("teams")
    return render(request, "accounts/offices.html", {"offices": rows})


@permission_required(Permission.OFFICE_CHANGE)
def open_office(request: StaffRequest) -> HttpResponse:
    return form_response(
        request,
        OfficeForm(request.POST or None),
        actions.open_office,
        done=_("The office is open."),
        back=reverse("office-list"),
        template="accounts/office_open.html",
    )


@permission_required(Permission.OFFICE_CHANGE)
def open_team(request: StaffRequest, pk: UUID) -> HttpResponse:
    office = get_visible_or_404(request, Office, pk, Permission.OFFICE_CHANGE)
    return form_response(
        request,
        TeamForm(request.POST or None),
        actions.open_team,
        office,
        done=_("The team is open."),
        back=reverse("office-list"),
        template="accounts/team_open.html",
        office=office,
    )


@permission_required(Permission.OFFICE_CHANGE)
def change_office(request: StaffRequest, pk: UUID) -> HttpResponse:
    office = get_visible_or_404(request, Office, pk, Permission.OFFICE_CHANGE)
    return form_response(
        request,
        OfficeForm(request.POST or None, initial=on_file(OfficeForm, office)),
        actions.change_office,
        office,
        title=_("Correct an office"),
        done=_("The change is saved."),
        back=reverse("office-list"),
        lead=_("Days and terms count by its clock and country from now on."),
    )


@permission_required(Permission.OFFICE_CHANGE)
def change_letterhead(request: StaffRequest, pk: UUID) -> HttpResponse:
    office = get_visible_or_404(request, Office, pk, Permission.OFFICE_CHANGE)
    return form_response(
        request,
        LetterheadForm(request.POST or None, initial=office.letterhead),
        actions.change_letterhead,
        office,
        title=_("Letterhead"),
        done=_("The change is saved."),
        back=reverse("office-list"),
        lead=_("%(office)s: what its letters say from now on of who writes them.")
        % {"office": office},
    )


@permission_required(Permission.OFFICE_CHANGE)
def change_mail_times(request: StaffRequest, pk: UUID) -> HttpResponse:
    office = get_visible_or_404(request, Office, pk, Permission.OFFICE_CHANGE)
    return form_response(
        request,
        MailTimesForm(request.POST or None, initial=office.mail_times),
        actions.change_mail_times,
        office,
        title=_("When mail leaves"),
        done=_("The change is saved."),
        back=reverse("office-list"),
        lead=_(
            "%(office)s: notices are in Amparo at once; the mail about them waits for these hours. What is urgent, "
            "such as a death or a notice to leave a site, is mailed at any hour."
        )
        % {"office": office},
    )


@permission_required(Permission.OFFICE_CHANGE)
def change_team(request: StaffRequest, pk: UUID) -> HttpResponse:
    team = get_visible_or_404(request, Team, pk, Permission.OFFICE_CHANGE, "office")
    return form_response(
        request,
        TeamForm(request.POST or None, initial=on_file(TeamForm, team)),
        actions.change_team,
        team,
        title=_("Correct a team"),
        done=_("The change is saved."),
        back=reverse("office-list"),
        lead=str(team.office),
    )
