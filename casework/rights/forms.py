"""Forms for requests about own data, for extracts and for erasures."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.claims.choices import KeptBecause, SubjectRequestKind, SubjectRequestResult
from casework.corrections.forms import MistakeForm
from casework.register.forms import AboutForm, RowForm
from casework.rights.choices import ErasureReason, ExtractReason
from pages.forms import ActionForm, ConfirmForm, DateField, LongText, OncePerSubmission


class SubjectRequestForm(OncePerSubmission, AboutForm):
    TODAY = ("received_on",)
    kind = forms.ChoiceField(
        label=_("What is asked"), choices=[("", "—"), *SubjectRequestKind.choices]
    )
    received_on = DateField(label=_("Received on"), past_only=True)
    asked = LongText(label=_("In the person's words"), required=False)


class CorrectRightsRequestForm(MistakeForm, RowForm):
    """Corrects the day and kind of a request; its term is recomputed."""

    kind = forms.ChoiceField(label=_("What is asked"), choices=SubjectRequestKind.choices)
    received_on = DateField(label=_("Received on"), past_only=True)
    completion_asked_on = DateField(
        label=_("Asked to complete it on"), past_only=True, required=False
    )
    completed_on = DateField(label=_("Completed on"), past_only=True, required=False)
    ONLY_IF_ON_FILE = ("completion_asked_on", "completed_on")


class AskToCompleteForm(AboutForm):
    on = DateField(label=_("Asked on"), past_only=True)
    missing = LongText(label=_("What is missing"), max_length=2_000)


class CompletedForm(AboutForm):
    on = DateField(label=_("Completed on"), past_only=True)


class RightsAnswerForm(AboutForm):
    """Asks for the answer, and for the duty to keep the file if the request is to delete it."""

    TODAY = ("answered_on",)
    answered_on = DateField(label=_("Answered on"), past_only=True)
    result = forms.ChoiceField(
        label=_("Result"), choices=[("", "—"), *SubjectRequestResult.to_answer()]
    )
    kept_because = forms.ChoiceField(
        label=_("What obliges to keep the file"),
        choices=[("", "—"), *KeptBecause.choices],
        required=False,
        help_text=_("Only where the file stays although the person wants it erased."),
    )
    answer = LongText(
        label=_("Answer"),
        required=False,
        needed_when=_("needed if not everything was granted"),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not self.row.ends_the_file:
            del self.fields["kept_because"]


class ErasureForm(ConfirmForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ErasureReason.choices])


class ExtractForm(ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *ExtractReason.choices])
