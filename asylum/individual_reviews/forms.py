"""The form for a review of one person."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.individual_reviews.choices import AskedFor, ReviewOutcome
from casework.register.forms import AboutForm
from pages.forms import DateField, LongText, OncePerSubmission, ShortText


class IndividualReviewForm(OncePerSubmission, AboutForm):
    on = DateField(label=_("Reviewed on"), past_only=True)
    reviewed_by = ShortText(
        label=_("Who reviewed"),
        max_length=200,
        required=True,
        help_text=_("The authority and the counter, or who of this office."),
    )
    asked_for = forms.ChoiceField(
        label=_("What was asked for?"), choices=AskedFor.choices, widget=forms.RadioSelect
    )
    outcome = forms.ChoiceField(
        label=_("What came of it?"), choices=ReviewOutcome.choices, widget=forms.RadioSelect
    )
    found = LongText(label=_("What was said"), required=False)
    next_step = LongText(
        label=_("Next step"),
        required=False,
        needed_when=_("needed where nothing was given yet"),
    )
