"""The beginning of an observation, and what the authority said at a review."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.choices import said_at_reviews
from asylum.forms.renunciations import AUTHORITIES
from asylum.observation.choices import ObservationOutcome
from casework.register.forms import PersonForm
from pages.forms import DateField, LongText


class StartObservationForm(PersonForm):
    starts_on = DateField(
        label=_("Arms laid down on"),
        past_only=True,
        help_text=_("The observation runs from that day, not from the arrival."),
    )
    planned_until = DateField(
        label=_("Planned until"),
        required=False,
        help_text=_("When this day has passed, nothing has passed: the authority says so or not."),
    )
    reasons = LongText(
        label=_("Why so long"),
        help_text=_("Length of service, rank, forced recruitment, family, health."),
    )
    review_on = DateField(label=_("Next review"))
    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES, required=False)


class ReviewObservationForm(PersonForm):
    """The row is the observation."""

    on = DateField(label=_("Reviewed on"), past_only=True)
    outcome = forms.ChoiceField(
        label=_("What did the authority say?"),
        choices=said_at_reviews(ObservationOutcome),
        widget=forms.RadioSelect,
    )
    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES)
    found = LongText(label=_("What was found"))
    planned_until = DateField(label=_("Planned until"), required=False)
    review_on = DateField(
        label=_("Next review"), required=False, help_text=_("Needed where it goes on.")
    )
