"""What an authority imposed, and what it said at a review."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.choices import said_at_reviews
from asylum.forms.renunciations import AUTHORITIES
from asylum.measures.choices import MeasureKind, MeasureOutcome
from casework.register.forms import PersonForm
from pages.forms import DateField, LongText, ShortText

FOR_RESTRICTIONS = _("for a restriction of movement")


class StartMeasureForm(PersonForm):
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
    authority = forms.ModelChoiceField(
        label=_("Authority"),
        queryset=AUTHORITIES,
        required=False,
        help_text=_("Needed for a restriction: only an authority restricts where somebody may go."),
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
        help_text=_("Needed for a restriction. When this day has passed, nothing has ended."),
    )


class ReviewMeasureForm(PersonForm):
    """The row is the separation or restriction."""

    on = DateField(label=_("Reviewed on"), past_only=True)
    outcome = forms.ChoiceField(
        label=_("What did the authority say?"),
        choices=said_at_reviews(MeasureOutcome),
        widget=forms.RadioSelect,
    )
    authority = forms.ModelChoiceField(label=_("Authority"), queryset=AUTHORITIES)
    found = LongText(label=_("What was said, and how it is known"))
    review_on = DateField(
        label=_("Next review"),
        required=False,
        help_text=_("Needed where a restriction goes on."),
    )
