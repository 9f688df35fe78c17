"""Recording activity, wellbeing and a first look at health."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices.home import Answer
from casework.choices.wellbeing import ActivityKind, Feeling, SupportOffer
from casework.forms.fields import LongText
from casework.models import Organisation
from pages.forms import ActionForm, DateField, OncePerSubmission


class OnADayForm(OncePerSubmission, ActionForm):
    on = DateField(label=_("Day"), past_only=True)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = user.today()


class ActivityForm(OnADayForm):
    kind = forms.ChoiceField(label=_("Kind"), choices=[("", "—"), *ActivityKind.choices])
    organisation = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Offered by"), required=False
    )
    remarks = LongText(label=_("Remarks"), required=False)


class WellbeingForm(OnADayForm):
    feeling = forms.ChoiceField(
        label=_("How did the last two weeks feel?"),
        choices=Feeling.choices,
        initial=Feeling.NOT_ASKED,
        widget=forms.RadioSelect,
    )
    support = forms.ChoiceField(
        label=_("Psychosocial support"),
        choices=SupportOffer.choices,
        initial=SupportOffer.NOT_OFFERED,
    )
    text = LongText(label=_("Note"), required=False)


class ScreeningForm(OnADayForm):
    was_underfed = forms.ChoiceField(
        label=_("Had too little to eat before"),
        choices=Answer.choices,
        initial=Answer.UNKNOWN,
        widget=forms.RadioSelect,
    )
    has_lost_weight = forms.ChoiceField(
        label=_("Lost weight"),
        choices=Answer.choices,
        initial=Answer.UNKNOWN,
        widget=forms.RadioSelect,
    )
    findings = LongText(
        label=_("Findings"), required=False, help_text=_("Nothing here is compulsory.")
    )
