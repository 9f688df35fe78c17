"""Views of organisations, what they do, and their contacts."""

from functools import partial
from uuid import UUID

from django.db.models import Model
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import StaffRequest, can, get_visible_or_404, permission_required
from accounts.audit import record_read
from accounts.pages import Find, form_page
from accounts.permissions import Permission
from pages.lists import list_page
from pages.order import ByName
from partners import actions as organisations
from partners import corrections
from partners.choices import PartnerRole
from partners.filters import (
    ContactFilter,
    OrganisationFilter,
)
from partners.forms import (
    ChangeContactForm,
    ContactForm,
    CorrectRoleForm,
    EndContactForm,
    EndRoleForm,
    OrganisationForm,
    ParticipationForm,
    RoleForm,
)
from partners.models import (
    Organisation,
    OrganisationRole,
    Participation,
    PartnerContact,
)

SAVED = gettext_lazy("The change is saved.")
CORRECTED = gettext_lazy("The correction is saved. What stood there before stays readable.")
change_page = partial(form_page, Permission.PARTNER_CHANGE)
correct_page = partial(change_page, passes_row=True, done=CORRECTED)


def finder_with_record(model: type[Model], verb: str, *related: str) -> Find:
    """Returns a function that finds the visible row of a URL key, and records with this verb that the user sees it."""

    def find(request: StaffRequest, pk: UUID) -> Model:
        row = get_visible_or_404(request, model, pk, Permission.PARTNER_CHANGE, *related)
        record_read(verb, by=request.user, about=row)
        return row

    return find


def _organisation_url(organisation: Organisation) -> str:
    return reverse("organisation-detail", args=[organisation.pk])


@permission_required(Permission.PARTNER_READ)
def organisation_list(request: StaffRequest) -> HttpResponse:
    """The list of organisations, with what they do for the user's office, and whether they take part."""
    return list_page(
        request,
        # The list shows full names; the default order is that of short names.
        Organisation.objects.visible_to(request.user)
        .with_roles_and_participation(request.user)
        .order_by(ByName("name")),
        filterset=OrganisationFilter,
        template="partners/organisation_list.html",
        list_title=_("Organisations"),
        may_change=can(request.user, Permission.PARTNER_CHANGE),
        empty_text=_("No organisation is recorded yet. Add whoever gives, pays or decides."),
    )


@permission_required(Permission.PARTNER_READ)
def organisation_detail(request: StaffRequest, pk: UUID) -> HttpResponse:
    """One organisation: current and former roles, participation, contacts."""
    user = request.user
    organisation = get_object_or_404(
        Organisation.objects.visible_to(user).with_roles_and_participation(user), pk=pk
    )
    record_read("contact.listed", by=user, about=organisation)
    roles = list(OrganisationRole.objects.visible_to(user).filter(organisation=organisation))
    directory = PartnerContact.objects.visible_to(user)
    contacts = list(directory.filter(organisation=organisation, ended_on=None))
    return render(
        request,
        "partners/organisation_detail.html",
        {
            "organisation": organisation,
            "today": user.today(),
            "roles": roles,
            "participations": Participation.objects.visible_to(user)
            .filter(organisation=organisation)
            .select_related("recorded_by"),
            "contacts": contacts,
            "corrections": corrections.corrections_of(*contacts, *roles),
            "may_change": can(user, Permission.PARTNER_CHANGE),
        },
    )


organisation_add = change_page(
    OrganisationForm,
    organisations.add_organisation,
    title=gettext_lazy("New organisation"),
    back="organisation-list",
    done=gettext_lazy("The organisation is on the list."),
)


organisation_change = change_page(
    OrganisationForm,
    organisations.change_organisation,
    about=Organisation,
    is_filled=True,
    title=gettext_lazy("Change the organisation"),
    back=_organisation_url,
    done=SAVED,
)


partner_role_give = change_page(
    RoleForm,
    organisations.give_role,
    about=Organisation,
    today="starts_on",
    title=gettext_lazy("What the organisation does"),
    lead=str,
    back=_organisation_url,
    done=SAVED,
)


partner_role_end = change_page(
    EndRoleForm,
    organisations.end_role,
    about=OrganisationRole,
    today="ends_on",
    title=gettext_lazy("The organisation does this no longer"),
    lead=lambda role: f"{role.organisation}: {role.get_role_display()}",
    back=lambda role: _organisation_url(role.organisation),
    done=SAVED,
)


partner_role_correct = correct_page(
    CorrectRoleForm,
    corrections.correct_role,
    about=finder_with_record(OrganisationRole, "partner_role.read"),
    title=gettext_lazy("Correct what the organisation does"),
    back=lambda role: _organisation_url(role.organisation),
)


participation_record = change_page(
    ParticipationForm,
    organisations.record_participation,
    about=Organisation,
    today="on",
    title=gettext_lazy("What the organisation said about taking part"),
    lead=str,
    back=_organisation_url,
    done=SAVED,
)


@permission_required(Permission.PARTNER_READ)
def who_does_what(request: StaffRequest) -> HttpResponse:
    """The table of organisations and their current roles. `?as=public` uses only names that exports may show."""
    rows = Organisation.objects.visible_to(request.user).with_roles_and_participation(request.user)
    lines = [
        (organisation, [_running_role(organisation, role) for role in PartnerRole.values])
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


def _running_role(organisation: Organisation, role: str) -> OrganisationRole | None:
    return next((each for each in organisation.roles_today if each.role == role), None)


@permission_required(Permission.PARTNER_READ)
def contact_list(request: StaffRequest) -> HttpResponse:
    """The list of contacts. Seeing it is recorded in the audit log, because it has names and phones."""
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


contact_add = change_page(
    ContactForm,
    organisations.add_contact,
    about=Organisation,
    title=gettext_lazy("New contact"),
    lead=str,
    back=_organisation_url,
    done=gettext_lazy("The contact is in the directory."),
)


_find_contact = finder_with_record(PartnerContact, "contact.listed", "organisation")

contact_change = correct_page(
    ChangeContactForm,
    corrections.change_contact,
    about=_find_contact,
    title=gettext_lazy("Change the contact"),
    lead=lambda contact: str(contact.organisation),
    back=lambda contact: _organisation_url(contact.organisation),
)


contact_end = change_page(
    EndContactForm,
    organisations.end_contact,
    about=_find_contact,
    today="ended_on",
    title=gettext_lazy("Take the contact off the directory"),
    lead=lambda contact: f"{contact.organisation}: {contact.name or contact.post}",
    back=lambda contact: _organisation_url(contact.organisation),
    done=gettext_lazy("The contact is off the directory."),
)
