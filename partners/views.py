"""Organisations, who does what, the directory, requests, unrest, and figures that others reported."""

from uuid import UUID

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _

from accounts.access import StaffRequest, can, needs
from accounts.audit import record_read
from accounts.permissions import Permission
from pages.answers import answer
from pages.forms import on_file
from pages.lists import list_page
from partners import actions as organisations
from partners.choices import PartnerRole, RequestOutcome
from partners.filters import (
    ContactFilter,
    OrganisationFilter,
    ReportedFigureFilter,
    RequestFilter,
    TensionFilter,
)
from partners.forms import (
    AnswerForm,
    ContactForm,
    EndContactForm,
    EndRoleForm,
    OrganisationForm,
    ParticipationForm,
    ReportedFigureForm,
    RequestForm,
    RoleForm,
    TensionForm,
)
from partners.models import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
    PartnerRequest,
    ReportedFigure,
    TensionEvent,
)


def _organisation(request: StaffRequest, pk: UUID) -> Organisation:
    organisation: Organisation = get_object_or_404(
        Organisation.objects.visible_to(request.user, Permission.PARTNER_CHANGE), pk=pk
    )
    return organisation


def _page_of(organisation: Organisation) -> str:
    return reverse("organisation-detail", args=[organisation.pk])


@needs(Permission.PARTNER_READ)
def organisation_list(request: StaffRequest) -> HttpResponse:
    """Every organisation, what it does around the own office, and whether it takes part."""
    return list_page(
        request,
        Organisation.objects.visible_to(request.user).with_standing(request.user),
        filterset=OrganisationFilter,
        template="partners/organisation_list.html",
        list_title=_("Organisations"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("No organisation is recorded yet. Add whoever gives, pays or decides."),
    )


@needs(Permission.PARTNER_READ)
def organisation_detail(request: StaffRequest, pk: UUID) -> HttpResponse:
    """One organisation: what it does and did, what it said about taking part, whom to call."""
    user = request.user
    organisation = get_object_or_404(
        Organisation.objects.visible_to(user).with_standing(user), pk=pk
    )
    record_read("contact.listed", by=user, about=organisation)
    return render(
        request,
        "partners/organisation_detail.html",
        {
            "organisation": organisation,
            "today": user.today(),
            "roles": OrganisationRole.objects.visible_to(user).filter(organisation=organisation),
            "participations": Participation.objects.visible_to(user)
            .filter(organisation=organisation)
            .select_related("recorded_by"),
            "contacts": PartnerContact.objects.visible_to(user).filter(
                organisation=organisation, ended_on=None
            ),
            "may_change": can(user, Permission.PARTNER_CHANGE),
        },
    )


@needs(Permission.PARTNER_CHANGE)
def organisation_add(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        OrganisationForm(request.POST or None),
        organisations.add_organisation,
        title=_("New organisation"),
        back=reverse("organisation-list"),
        done=_("The organisation is on the list."),
    )


@needs(Permission.PARTNER_CHANGE)
def organisation_change(request: StaffRequest, pk: UUID) -> HttpResponse:
    organisation = _organisation(request, pk)
    return answer(
        request,
        OrganisationForm(request.POST or None, initial=on_file(OrganisationForm, organisation)),
        organisations.change_organisation,
        organisation,
        title=_("Change the organisation"),
        back=_page_of(organisation),
        done=_("The change is saved."),
    )


@needs(Permission.PARTNER_CHANGE)
def partner_role_give(request: StaffRequest, pk: UUID) -> HttpResponse:
    organisation = _organisation(request, pk)
    return answer(
        request,
        RoleForm(request.POST or None, initial={"starts_on": request.user.today()}),
        organisations.give_role,
        organisation,
        title=_("What the organisation does"),
        lead=str(organisation),
        back=_page_of(organisation),
        done=_("The change is saved."),
    )


@needs(Permission.PARTNER_CHANGE)
def partner_role_end(request: StaffRequest, pk: UUID) -> HttpResponse:
    roles = OrganisationRole.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    role = get_object_or_404(roles.select_related("organisation"), pk=pk)
    return answer(
        request,
        EndRoleForm(request.POST or None, initial={"ends_on": request.user.today()}),
        organisations.end_role,
        role,
        title=_("The organisation does this no longer"),
        lead=f"{role.organisation}: {role.get_role_display()}",
        back=_page_of(role.organisation),
        done=_("The change is saved."),
    )


@needs(Permission.PARTNER_CHANGE)
def participation_record(request: StaffRequest, pk: UUID) -> HttpResponse:
    organisation = _organisation(request, pk)
    return answer(
        request,
        ParticipationForm(request.POST or None, initial={"on": request.user.today()}),
        organisations.record_participation,
        organisation,
        title=_("What the organisation said about taking part"),
        lead=str(organisation),
        back=_page_of(organisation),
        done=_("The change is saved."),
    )


@needs(Permission.PARTNER_READ)
def who_does_what(request: StaffRequest) -> HttpResponse:
    """Organisations by what they do today around the own office; `?as=public` to print for others."""
    rows = Organisation.objects.visible_to(request.user).with_standing(request.user)
    lines = [
        (organisation, [_running(organisation, role) for role in PartnerRole.values])
        for organisation in rows
        if organisation.roles_today
    ]
    return render(
        request,
        "partners/who_does_what.html",
        {
            "roles": PartnerRole.labels,
            "lines": lines,
            "today": request.user.today(),
            "is_public": request.GET.get("as") == "public",
        },
    )


def _running(organisation: Organisation, role: str) -> OrganisationRole | None:
    return next((each for each in organisation.roles_today if each.role == role), None)


@needs(Permission.PARTNER_READ)
def contact_list(request: StaffRequest) -> HttpResponse:
    """Whom to call where. The look is written down: these are names and phones."""
    record_read("contact.listed", by=request.user)
    return list_page(
        request,
        PartnerContact.objects.visible_to(request.user)
        .filter(ended_on=None)
        .select_related("organisation"),
        filterset=ContactFilter,
        template="partners/contact_list.html",
        list_title=_("Contacts"),
        empty_text=_(
            "Nobody is in the directory yet. Add contacts on the page of an organisation."
        ),
        empty_url=reverse("organisation-list"),
        empty_action=_("Organisations"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
    )


@needs(Permission.PARTNER_CHANGE)
def contact_add(request: StaffRequest, pk: UUID) -> HttpResponse:
    organisation = _organisation(request, pk)
    return answer(
        request,
        ContactForm(request.POST or None),
        organisations.add_contact,
        organisation,
        title=_("New contact"),
        lead=str(organisation),
        back=_page_of(organisation),
        done=_("The contact is in the directory."),
    )


def _contact(request: StaffRequest, pk: UUID) -> PartnerContact:
    rows = PartnerContact.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    contact: PartnerContact = get_object_or_404(rows.select_related("organisation"), pk=pk)
    record_read("contact.listed", by=request.user, about=contact)
    return contact


@needs(Permission.PARTNER_CHANGE)
def contact_change(request: StaffRequest, pk: UUID) -> HttpResponse:
    contact = _contact(request, pk)
    return answer(
        request,
        ContactForm(request.POST or None, initial=on_file(ContactForm, contact)),
        organisations.change_contact,
        contact,
        title=_("Change the contact"),
        lead=str(contact.organisation),
        back=_page_of(contact.organisation),
        done=_("The change is saved."),
    )


@needs(Permission.PARTNER_CHANGE)
def contact_end(request: StaffRequest, pk: UUID) -> HttpResponse:
    contact = _contact(request, pk)
    return answer(
        request,
        EndContactForm(request.POST or None, initial={"ended_on": request.user.today()}),
        organisations.end_contact,
        contact,
        title=_("Take the contact off the directory"),
        lead=f"{contact.organisation}: {contact.name or contact.post}",
        back=_page_of(contact.organisation),
        done=_("The contact is off the directory."),
    )


@needs(Permission.PARTNER_READ)
def request_list(request: StaffRequest) -> HttpResponse:
    """Who asked whom for what, and the answer; what has none stands open."""
    record_read("request.listed", by=request.user)
    return list_page(
        request,
        PartnerRequest.objects.visible_to(request.user).select_related("asked_by", "asked_of"),
        filterset=RequestFilter,
        template="partners/request_list.html",
        list_title=_("Requests and offers"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("Nobody has asked for anything yet, as far as is recorded."),
    )


@needs(Permission.PARTNER_READ)
def request_report(request: StaffRequest) -> HttpResponse:
    """The same to print, by answer; who takes part only unnamed is not named on paper."""
    record_read("request.listed", by=request.user)
    rows = PartnerRequest.objects.visible_to(request.user).select_related("asked_by", "asked_of")
    found = RequestFilter(request.GET, queryset=rows, request=request)
    by_outcome: dict[str, list[PartnerRequest]] = {outcome: [] for outcome in RequestOutcome.values}
    for each in found.qs:
        by_outcome[each.outcome].append(each)
    groups = [(RequestOutcome(outcome).label, rows) for outcome, rows in by_outcome.items()]
    return render(
        request,
        "partners/request_report.html",
        {"groups": groups, "today": request.user.today(), "is_public": True},
    )


@needs(Permission.PARTNER_CHANGE)
def request_make(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        RequestForm(request.POST or None, initial={"on": request.user.today()}),
        organisations.make_request,
        title=_("New request"),
        back=reverse("request-list"),
        done=_("The request is on the list; it stays open until it is answered."),
    )


@needs(Permission.PARTNER_CHANGE)
def request_answer(request: StaffRequest, pk: UUID) -> HttpResponse:
    rows = PartnerRequest.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    asked = get_object_or_404(rows, pk=pk)
    return answer(
        request,
        AnswerForm(request.POST or None, initial={"answered_on": request.user.today()}),
        organisations.answer_request,
        asked,
        title=_("The answer to the request"),
        lead=str(asked.get_kind_display()),
        back=reverse("request-list"),
        done=_("The answer is recorded."),
    )


@needs(Permission.PARTNER_READ)
def tension_list(request: StaffRequest) -> HttpResponse:
    """What strained the peace around the people, newest first."""
    record_read("tension.listed", by=request.user)
    return list_page(
        request,
        TensionEvent.objects.visible_to(request.user).select_related("municipality"),
        filterset=TensionFilter,
        template="partners/tension_list.html",
        list_title=_("Tensions"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("No tension is recorded. Write down what may put people at risk."),
    )


@needs(Permission.PARTNER_CHANGE)
def tension_record(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        TensionForm(request.POST or None, initial={"on": request.user.today()}),
        organisations.record_tension,
        title=_("New tension"),
        back=reverse("tension-list"),
        done=_("The event is recorded."),
    )


@needs(Permission.PARTNER_READ)
def reported_figure_list(request: StaffRequest) -> HttpResponse:
    """What others reported, with its source; sources that contradict each other stand side by side."""
    return list_page(
        request,
        ReportedFigure.objects.visible_to(request.user),
        filterset=ReportedFigureFilter,
        template="partners/reported_figure_list.html",
        list_title=_("Reported figures"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        may_compare=can(request.user, Permission.REPORT_EXACT_READ),
        empty_text=_("No reported figure is recorded yet."),
    )


@needs(Permission.PARTNER_CHANGE)
def reported_figure_add(request: StaffRequest) -> HttpResponse:
    return answer(
        request,
        ReportedFigureForm(request.POST or None),
        organisations.report_figure,
        title=_("New reported figure"),
        back=reverse("reported-figure-list"),
        done=_("The figure is on the list."),
    )


@needs(Permission.PARTNER_CHANGE)
def reported_figure_correct(request: StaffRequest, pk: UUID) -> HttpResponse:
    rows = ReportedFigure.objects.visible_to(request.user, Permission.PARTNER_CHANGE)
    figure = get_object_or_404(rows, pk=pk)
    return answer(
        request,
        ReportedFigureForm(request.POST or None, initial=on_file(ReportedFigureForm, figure)),
        organisations.correct_figure,
        figure,
        title=_("Correct the reported figure"),
        back=reverse("reported-figure-list"),
        done=_("The change is saved."),
    )
