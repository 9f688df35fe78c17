"""Forms for work, information about rights, and visits of care."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.corrections.forms import MistakeForm
from casework.register.choices import YesNo
from casework.register.forms import AboutForm, RowForm
from casework.work.choices import (
    JOB_MOVES,
    JobOutcome,
    RefusalReason,
    RightsTopic,
    SpokenLanguage,
    VisitKind,
    WorkGround,
)
from pages.forms import DateField, LongText, OncePerSubmission, ShortText
from partners.models import Organisation
from reference.choices import AllowsWork


class AuthorisationForm(OncePerSubmission, AboutForm):
    TODAY = ("starts_on",)
    rule = forms.ChoiceField(label=_("Rests on"), choices=WorkGround.choices)
    allows = forms.ChoiceField(label=_("Allows work"), choices=AllowsWork.choices)
    starts_on = DateField(label=_("From"))
    ends_on = DateField(label=_("First day it no longer holds"), required=False)
    paper = ShortText(label=_("Paper"), max_length=120)
    source = ShortText(label=_("Who says so"), max_length=300, required=True)


class InformationForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    topic = forms.ChoiceField(label=_("About"), choices=RightsTopic.choices)
    on = DateField(label=_("Told on"), past_only=True)
    language = forms.ChoiceField(label=_("Language"), choices=SpokenLanguage.choices)
    knew_before = forms.ChoiceField(
        label=_("Knew it before"), choices=YesNo.choices, initial=YesNo.UNKNOWN
    )
    understood = forms.ChoiceField(
        label=_("Understood it"), choices=YesNo.choices, initial=YesNo.UNKNOWN
    )
    remark = LongText(label=_("Remark"), required=False)


class JobApplicationForm(OncePerSubmission, AboutForm):
    TODAY: tuple[str, ...] = ("on",)
    on = DateField(label=_("Applied on"), past_only=True)
    employer = ShortText(label=_("Employer"), max_length=200)


# The prefix of a choice that means a refusal for this reason.
REFUSED_BECAUSE = f"{JobOutcome.REFUSED}:"


def outcomes(among: Iterable[str]) -> list[tuple[Any, Any]]:
    """Returns the choices of outcome; instead of a refusal, its reasons are offered."""
    listed: list[tuple[Any, Any]] = []
    for outcome in JobOutcome:
        if outcome not in among:
            continue
        if outcome == JobOutcome.REFUSED:
            reasons = [(REFUSED_BECAUSE + code, words) for code, words in RefusalReason.choices]
            listed.append((outcome.label, reasons))
        else:
            listed.append((outcome.value, outcome.label))
    return listed


class SettleJobApplicationForm(AboutForm):
    TODAY: tuple[str, ...] = ("outcome_on",)
    outcome = forms.ChoiceField(
        label=_("Outcome"), choices=[("", "—"), *outcomes(JOB_MOVES[JobOutcome.WAITING])]
    )
    outcome_on = DateField(label=_("Answer on"), past_only=True)

    def for_action(self) -> dict[str, Any]:
        """Splits the choice into `outcome` and `refusal_reason`."""
        arguments = super().for_action()
        outcome, _colon, reason = str(arguments.pop("outcome")).partition(":")
        return {**arguments, "outcome": outcome, "refusal_reason": reason}


class InformalWorkForm(OncePerSubmission, AboutForm):
    TODAY = ("noted_on",)
    account = LongText(
        label=_("What work, where, on which terms"),
        help_text=_("This stays in the file and goes into no export."),
    )
    noted_on = DateField(label=_("Noted on"), past_only=True)


class EndInformalWorkForm(AboutForm):
    TODAY = ("ended_on",)
    ended_on = DateField(label=_("Ended on"), past_only=True)


class CorrectInformalWorkForm(MistakeForm, RowForm):
    """Corrects the days only: the text is sealed and never copied. A wrong text is written again."""

    noted_on = DateField(label=_("Noted on"), past_only=True)
    ended_on = DateField(
        label=_("Ended on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty if it goes on to this day."),
    )
    ONLY_IF_ON_FILE = ("ended_on",)


class VisitForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    provider = forms.ModelChoiceField(Organisation.objects.all(), label=_("Provider of care"))
    kind = forms.ChoiceField(label=_("Kind of care"), choices=VisitKind.choices)
    on = DateField(label=_("Date"), past_only=True)
    findings = LongText(label=_("Findings"), required=False)


class CorrectJobApplicationForm(MistakeForm, RowForm, SettleJobApplicationForm, JobApplicationForm):
    """Corrects a job application and its answer."""

    outcome = forms.ChoiceField(label=_("Outcome"), choices=outcomes(JobOutcome))
    outcome_on = DateField(label=_("Answer on"), required=False, past_only=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if self.row.outcome == JobOutcome.REFUSED:
            self.initial["outcome"] = REFUSED_BECAUSE + self.row.refusal_reason
