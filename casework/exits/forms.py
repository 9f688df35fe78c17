"""Recording that somebody left."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.cases.forms import DepartureFields
from casework.register.choices import ExitType
from casework.register.forms import AboutForm
from pages.forms import DateField, LongText, OncePerSubmission


class ExitForm(OncePerSubmission, DepartureFields, AboutForm):
    TODAY = ("on",)
    type = forms.ChoiceField(label=_("How the person left"), choices=[("", "—"), *ExitType.choices])
    on = DateField(label=_("Day"), past_only=True)
    field_order = ("type", "on")


class AnnulExitForm(AboutForm):
    reason = LongText(label=_("Why it is taken back"), max_length=1_000)
