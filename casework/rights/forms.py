"""Requests about the own data, and taking an extract out."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.forms import AboutForm
from casework.rights.choices import (
    ErasureReason,
    ExtractReason,
    SubjectRequestKind,
    SubjectRequestResult,
)
from pages.forms import ActionForm, ConfirmForm, DateField, LongText, OncePerSubmission


class SubjectRequestForm(OncePerSubmission, AboutForm):
    TODAY = ("received_on",)
    kind = forms.ChoiceField(
        label=_("What is asked"), choices=[("", "—"), *SubjectRequestKind.choices]
    )
    received_on = DateField(label=_("Received on"), past_only=True)
    asked = LongText(label=_("In the person's words"), required=False)


class AnswerForm(AboutForm):
    TODAY = ("answered_on",)
    answered_on = DateField(label=_("Answered on"), past_only=True)
    result = forms.ChoiceField(
        label=_("Result"), choices=[("", "—"), *SubjectRequestResult.choices]
    )
    answer = LongText(
        label=_("Answer"), required=False, help_text=_("Reasons, if not everything was granted.")
    )


class ErasureForm(ConfirmForm):
    """Why; the page around it says what cannot be undone."""

    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ErasureReason.choices])


class ExtractForm(ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ExtractReason.choices])
