"""Pages of phones: the warnings are shown before the number."""

import uuid
from typing import Any

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from accounts.access import StaffRequest, permission_required
from accounts.permissions import Permission
from casework.contact import actions as phones
from casework.contact.forms import ChangePhoneForm, CorrectPhoneForm, PhoneForm
from casework.contact.models import Phone
from casework.corrections.forms import CORRECTED
from casework.corrections.models import Correction
from casework.register.forms import EndRowForm
from casework.register.models.individual import Individual
from casework.register.views import SectionViews, record_view_of_person, row_with_recorded_view

CONTACT = SectionViews("contact", Permission.INDIVIDUAL_CHANGE)

phone_add = CONTACT.new(
    PhoneForm,
    phones.add_phone,
    title=_("Add a phone"),
    done=_("The phone is on file."),
)

phone_change = CONTACT.of(
    Phone,
    ChangePhoneForm,
    phones.change_phone,
    title=_("What to mind before a call"),
    done=_("The rules are on file."),
)

phone_correct = CONTACT.of(
    Phone,
    CorrectPhoneForm,
    phones.correct_phone,
    title=_("Correct the number"),
    done=CORRECTED,
)

phone_end = CONTACT.of(
    Phone,
    EndRowForm,
    phones.end_phone,
    title=_("This number is no longer used"),
    done=_("The number is no longer used."),
)


def number_page(
    request: StaffRequest, individual: Individual, template: str, **shown: Any
) -> HttpResponse:
    """Records that the user saw the number, and returns its page with the warnings."""
    record_view_of_person(request, individual, "phone.read")
    back = reverse("individual-detail", args=[individual.number])
    person = {"individual": individual, "back": back, "back_label": individual.display_name}
    return render(request, template, {**person, **shown})


@permission_required(Permission.INDIVIDUAL_READ)
def phone_show(request: StaffRequest, number: str, row_id: uuid.UUID) -> HttpResponse:
    phone = row_with_recorded_view(request, Phone, number, row_id, Permission.INDIVIDUAL_READ)
    template = "casework/contact/phone_show.html"
    corrections = Correction.objects.of(phone)
    return number_page(request, phone.individual, template, phone=phone, corrections=corrections)
