"""Pages that correct a record, and pages of names, papers, anonymity, the media, contacts abroad and travel plans."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from casework.contact.views import CONTACT, number_page
from casework.corrections.forms import CORRECTED, correcting
from casework.corrections.models import Correction
from casework.identity.actions import (
    aliases,
    changes,
    exposure,
    identity_documents,
    individuals,
    onward,
)
from casework.identity.forms import (
    AliasForm,
    AnonymityForm,
    ChangeAliasForm,
    ContactAbroadForm,
    CorrectAliasForm,
    CorrectChangeForm,
    CorrectContactAbroadForm,
    CorrectDocumentEndForm,
    CorrectIndividualForm,
    CorrectMediaForm,
    CorrectWishForm,
    DocumentForm,
    EndDocumentForm,
    LanguagesForm,
    MediaForm,
    OnwardForm,
    ReplaceIdentityDocumentForm,
)
from casework.identity.models import AnonymityWish, ContactAbroad, FactChange, MediaRestriction
from casework.register.forms import EndRowForm
from casework.register.models.alias import Alias
from casework.register.models.identity_document import IdentityDocument
from casework.register.views import (
    SectionViews,
    record_view_of_person,
    row_with_recorded_view,
    view_person_or_404,
)
from pages.answers import form_response
from pages.conflicts import conflict_of

EXPOSURE = SectionViews("exposure", Permission.INDIVIDUAL_CHANGE)
IDENTITY = SectionViews("identity", Permission.INDIVIDUAL_CHANGE)
PAPERS = SectionViews("papers", Permission.INDIVIDUAL_CHANGE)
ONWARD = SectionViews("onward", Permission.INDIVIDUAL_CHANGE)

alias_add = CONTACT.new(
    AliasForm,
    aliases.add_alias,
    title=_("Add a name"),
    done=_("The name is on file, and the search finds it."),
)

alias_end = CONTACT.of(
    Alias,
    EndRowForm,
    aliases.end_alias,
    title=_("This name is no longer used"),
    done=_("The name is no longer used."),
)

alias_correct = CONTACT.of(
    Alias,
    CorrectAliasForm,
    aliases.correct_alias,
    title=_("Correct the name"),
    done=CORRECTED,
)

change_correct = IDENTITY.of(
    FactChange,
    CorrectChangeForm,
    changes.correct_change,
    title=_("Correct what has changed"),
    done=CORRECTED,
)


def _hidden_page(request: StaffRequest, row: Any, label: Any, shown: str) -> HttpResponse:
    """Records that the user saw a hidden value, and returns the page that shows it."""
    record_view_of_person(request, row.individual, "former.read")
    back = reverse("individual-detail", args=[row.individual.number])
    context = {"individual": row.individual, "back": back, "label": label, "shown": shown}
    return render(request, "casework/identity/hidden_show.html", {**context, "row": row})


@permission_required(Permission.INDIVIDUAL_READ)
def alias_show(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
    alias = row_with_recorded_view(request, Alias, number, row_id, Permission.INDIVIDUAL_READ)
    return _hidden_page(request, alias, _("Also known as"), alias.name)


@permission_required(Permission.INDIVIDUAL_READ)
def change_show(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
    change = row_with_recorded_view(request, FactChange, number, row_id, Permission.INDIVIDUAL_READ)
    label = change.fact.label if change.fact else _("Before")
    return _hidden_page(request, change, label, change.was_in_words)


languages_record = CONTACT.new(
    LanguagesForm,
    aliases.record_languages,
    title=_("Languages"),
    done=_("The languages are on file."),
)

anonymity_wish = EXPOSURE.new(
    AnonymityForm,
    exposure.wish_anonymity,
    title=_("The person asks for anonymity"),
    done=_("From now on the alias stands in every list."),
)

alias_change = EXPOSURE.of(
    AnonymityWish,
    ChangeAliasForm,
    exposure.change_alias,
    title=_("Change the alias"),
    done=_("The other alias stands in every list."),
)

anonymity_end = EXPOSURE.of(
    AnonymityWish,
    EndRowForm,
    exposure.end_anonymity,
    title=_("The person takes the wish for anonymity back"),
    done=_("The name stands in lists again."),
)

anonymity_correct = EXPOSURE.of(
    AnonymityWish,
    CorrectWishForm,
    exposure.correct_anonymity,
    title=_("Correct the days of the wish"),
    done=CORRECTED,
)

media_restrict = EXPOSURE.new(
    MediaForm,
    exposure.restrict_media,
    title=_("The person does not talk to the media"),
    done=_("This is on file."),
)

media_lift = EXPOSURE.of(
    MediaRestriction,
    EndRowForm,
    exposure.lift_media_restriction,
    title=_("This no longer holds"),
    done=_("This no longer holds."),
)

media_correct = EXPOSURE.of(
    MediaRestriction,
    CorrectMediaForm,
    exposure.correct_media_restriction,
    title=_("Correct the silence towards the media"),
    done=CORRECTED,
)

document_add = PAPERS.new(
    DocumentForm,
    identity_documents.add_identity_document,
    title=_("Add an identity document"),
    done=_("The document is on file."),
)

paper_correct = PAPERS.of(
    IdentityDocument,
    correcting(IdentityDocument, DocumentForm),
    identity_documents.correct_identity_document,
    title=_("Correct the document"),
    done=CORRECTED,
)

paper_replace = PAPERS.of(
    IdentityDocument,
    ReplaceIdentityDocumentForm,
    identity_documents.replace_identity_document,
    title=_("Replace the document"),
    done=_("The new document is on file; the old one has ended."),
)

paper_end = PAPERS.of(
    IdentityDocument,
    EndDocumentForm,
    identity_documents.end_identity_document,
    title=_("The person no longer holds the document"),
    done=_("The document has ended."),
)


paper_end_correct = PAPERS.of(
    IdentityDocument,
    CorrectDocumentEndForm,
    identity_documents.correct_document_end,
    title=_("Correct how the document ended"),
    done=CORRECTED,
)


@permission_required(Permission.INDIVIDUAL_CHANGE)
def individual_correct(request: StaffRequest, number: str) -> HttpResponse:
    """Corrects a mistake. After a conflict the page shows the newer values on file beside the typed ones."""
    individual = view_person_or_404(request, number, Permission.INDIVIDUAL_CHANGE)
    form = CorrectIndividualForm(request.POST or None, individual=individual, user=request.user)

    return form_response(
        request,
        form,
        individuals.correct_individual,
        individual,
        done=gettext("The record is corrected."),
        back=reverse("individual-detail", args=[number]),
        refused=lambda: conflict_of(form, individual),
        template="casework/identity/individual_correct.html",
        individual=individual,
        is_on_a_slip=individual.arrival is not None
        and individual.arrival.slips.standing().exists(),
    )


contact_abroad_add = ONWARD.new(
    ContactAbroadForm,
    onward.add_contact_abroad,
    title=_("Add a contact abroad"),
    done=_("The contact is on file."),
)

contact_abroad_correct = ONWARD.of(
    ContactAbroad,
    CorrectContactAbroadForm,
    onward.correct_contact_abroad,
    title=_("Correct the contact abroad"),
    done=_("The contact is corrected."),
)

contact_abroad_end = ONWARD.of(
    ContactAbroad,
    EndRowForm,
    onward.end_contact_abroad,
    title=_("No longer in contact"),
    done=_("The contact has ended."),
)

onward_record = ONWARD.new(
    OnwardForm,
    onward.record_onward_plan,
    title=_("Plan to travel on"),
    done=_("The plan is on file."),
)


@permission_required(Permission.INDIVIDUAL_READ)
def contact_abroad_show(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
    """Name and number of a contact abroad."""
    contact = row_with_recorded_view(
        request, ContactAbroad, number, row_id, Permission.INDIVIDUAL_READ
    )
    template = "casework/identity/contact_abroad_show.html"
    shown_corrections = Correction.objects.of(contact)
    return number_page(
        request, contact.individual, template, contact=contact, corrections=shown_corrections
    )
