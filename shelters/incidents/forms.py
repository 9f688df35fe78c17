"""Forms of incidents at a site."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.forms import AboutForm, choices_with_blank
from pages.forms import DateField, LongText, OncePerSubmission
from shelters.incidents.choices import OwnStatement, SiteDecision, SiteIncidentKind


class SiteIncidentForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Day"), past_only=True)
    kind = forms.ChoiceField(label=_("Kind"), choices=choices_with_blank(SiteIncidentKind.choices))
    account = LongText(label=_("What happened"))
    statement_state = forms.ChoiceField(
        label=_("The person's own statement"),
        choices=OwnStatement.choices,
        widget=forms.RadioSelect,
    )
    statement = LongText(
        label=_("What the person says"),
        required=False,
        help_text=_(
            "In their own words. It is sealed, and the person can read it in their extract."
        ),
    )


class SiteDecisionForm(OncePerSubmission, AboutForm):
    decision = forms.ChoiceField(
        label=_("Decision"), choices=choices_with_blank(SiteDecision.choices)
    )
    because = LongText(label=_("Why"))
    review_on = DateField(
        label=_("Look at it again on"),
        required=False,
        help_text=_("Needed for a warning, an agreement, or another place."),
    )
