"""The form for accounts of flight."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.flight.choices import Motive
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission


class FlightForm(OncePerSubmission, ActionForm):
    told_on = DateField(label=_("Day of the account"), past_only=True)
    motives = forms.MultipleChoiceField(
        label=_("Why the person left"),
        choices=Motive.choices,
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_(
            "What the person named, as codes that are counted. A witness of crimes is no suspect."
        ),
    )
    circumstances = LongText(
        label=_("How the person fled"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("The way out, attempts before, who watched or listened."),
    )
    past_events = LongText(
        label=_("What happened before"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 10}),
        help_text=_("Events that bear on the claim. Only legal officers read this."),
    )
