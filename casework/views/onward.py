"""Contacts abroad and plans to travel on."""

import uuid

from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import needs
from accounts.permissions import Permission
from casework.actions import onward
from casework.forms.onward import ContactAbroadForm, CorrectContactAbroadForm, OnwardForm
from casework.forms.person import EndRowForm
from casework.models import ContactAbroad
from casework.views.person import number_page, person_page, row_in_sight, row_page

CHANGE = Permission.INDIVIDUAL_CHANGE

contact_abroad_add = person_page(
    CHANGE,
    ContactAbroadForm,
    onward.add_contact_abroad,
    title=_("Add a contact abroad"),
    done=_("The contact is on file."),
    back="onward",
)
contact_abroad_correct = row_page(
    CHANGE,
    ContactAbroad,
    CorrectContactAbroadForm,
    onward.correct_contact_abroad,
    title=_("Correct the contact abroad"),
    done=_("The contact is corrected."),
    back="onward",
)
contact_abroad_end = row_page(
    CHANGE,
    ContactAbroad,
    EndRowForm,
    onward.end_contact_abroad,
    title=_("No longer in contact"),
    done=_("The contact has ended."),
    back="onward",
)
onward_record = person_page(
    CHANGE,
    OnwardForm,
    onward.record_onward_plan,
    title=_("Plan to travel on"),
    done=_("The plan is on file."),
    back="onward",
)


@needs(Permission.INDIVIDUAL_READ)
def contact_abroad_show(request: HttpRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
    """Name and number of a contact abroad."""
    contact = row_in_sight(request, ContactAbroad, number, row_id, Permission.INDIVIDUAL_READ)
    back = reverse("individual-detail", args=[number])
    return number_page(
        request,
        contact.individual,
        "casework/contact_abroad_show.html",
        contact=contact,
        back=back,
        back_label=number,
    )
