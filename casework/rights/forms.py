"""Requests about the own data, and taking an extract out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.rights.choices import (
    ErasureReason,
    ExtractReason,
    SubjectRequestKind,
    SubjectRequestResult,
)
from pages.forms import ActionForm, ConfirmForm, DateField, LongText, OncePerSubmission


class SubjectRequestForm(OncePerSubmission, ActionForm):
    kind = forms.ChoiceField(
        label=_("What is asked"), choices=[("", "—"), *SubjectRequestKind.choices]
    )
    received_on = DateField(label=_("Received on"), past_only=True)
    asked = LongText(label=_("In the person's words"), required=False)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["received_on"] = user.today()


class AnswerForm(ActionForm):
    answered_on = DateField(label=_("Answered on"), past_only=True)
    result = forms.ChoiceField(
        label=_("Result"), choices=[("", "—"), *SubjectRequestResult.choices]
    )
    answer = LongText(
        label=_("Answer"), required=False, help_text=_("Reasons, if not everything was granted.")
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["answered_on"] = user.today()


class ErasureForm(ConfirmForm):
    """Why; the page around it says what cannot be undone."""

    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ErasureReason.choices])


class ExtractForm(ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ExtractReason.choices])
