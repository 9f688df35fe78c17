"""Recording that somebody left."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.cases.forms import DepartureFields
from casework.register.choices import ExitType
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission


class ExitForm(OncePerSubmission, DepartureFields, ActionForm):
    type = forms.ChoiceField(label=_("How the person left"), choices=[("", "—"), *ExitType.choices])
    on = DateField(label=_("Day"), past_only=True)
    field_order = ("type", "on")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = user.today()


class AnnulExitForm(ActionForm):
    reason = LongText(label=_("Why it is taken back"), max_length=1_000)
