"""Contacts abroad and plans to travel on."""

from django.utils.translation import gettext_lazy as _

from accounts.permissions import Permission
from casework.actions import onward
from casework.forms.onward import ContactAbroadForm, OnwardForm
from casework.forms.person import EndRowForm
from casework.models import ContactAbroad
from casework.views.person import person_page, row_page

CHANGE = Permission.INDIVIDUAL_CHANGE

contact_abroad_add = person_page(
    CHANGE,
    ContactAbroadForm,
    onward.add_contact_abroad,
    title=_("Add a contact abroad"),
    done=_("The contact is on file."),
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
