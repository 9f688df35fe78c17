"""Forms for what an authority imposed, and for its reviews."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.measures.choices import MeasureKind, SaidAtReview
from asylum.renunciation.forms import AUTHORITIES
from casework.register.forms import AboutForm
from pages.forms import DateField, LongText, OncePerSubmission, ShortText

FOR_RESTRICTIONS = _("for a restriction of movement")


class StartObservationForm(OncePerSubmission, AboutForm):
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


class AuthorityOfRestriction(forms.ModelChoiceField):
    needed_when = FOR_RESTRICTIONS


class StartMeasureForm(OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(
        label=_("What did the authority impose?"),
        choices=MeasureKind.choices,
        widget=forms.RadioSelect,
        help_text=_(
            "The first three are a separation. The others restrict where somebody may go: they need the authority,"
            " the law and the next review."
        ),
    )
    starts_on = DateField(label=_("Since"), past_only=True)
    authority = AuthorityOfRestriction(
        label=_("Authority"),
        queryset=AUTHORITIES,
        required=False,
        help_text=_("Only an authority restricts where somebody may go."),
    )
    legal_basis = ShortText(
        label=_("Legal basis"),
        max_length=300,
        needed_when=FOR_RESTRICTIONS,
        help_text=_("The norm or order on which it rests, as the authority named it."),
    )
    terms = ShortText(
        label=_("What it allows, and where"),
        max_length=500,
        help_text=_("Hours outside, the pass, the place, how far from the border."),
    )
    reasons = LongText(label=_("Reasons that were given"))
    source = ShortText(
        label=_("How it is known"),
        required=True,
        max_length=300,
        help_text=_("The paper, or who said so to whom."),
    )
    review_on = DateField(
        label=_("Next review"),
        required=False,
        needed_when=FOR_RESTRICTIONS,
        help_text=_("When this day has passed, nothing has ended."),
    )


class ReviewMeasureForm(OncePerSubmission, AboutForm):
    """A review of a separation or restriction, which is `row`."""

    on = DateField(label=_("Reviewed on"), past_only=True)
    outcome = forms.ChoiceField(
        label=_("What did the authority say?"),
        choices=[each for each in SaidAtReview.choices if each[0] != SaidAtReview.MISTAKEN],
        widget=forms.RadioSelect,
    )
    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES)
    found = LongText(label=_("What was said, and how it is known"))
    review_on = DateField(
        label=_("Next review"),
        required=False,
        needed_when=_("needed where a restriction goes on"),
    )


class ReviewObservationForm(ReviewMeasureForm):
    """A review of an observation, which is `row`."""

    found = LongText(label=_("What was found"))
    planned_until = DateField(label=_("Planned until"), required=False)
    review_on = DateField(
        label=_("Next review"), required=False, needed_when=_("needed where it goes on")
    )
