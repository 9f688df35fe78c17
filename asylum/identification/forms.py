"""Forms that contest an identification, and record the answer."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.identification.choices import ContestResult
from casework.register.forms import AboutForm
from pages.forms import DateField, LongText, OncePerSubmission, ShortText


class ContestForm(OncePerSubmission, AboutForm):
    """Contests the authority's statement, which is `row`."""

    on = DateField(label=_("Contested on"), past_only=True)
    grounds = LongText(
        label=_("Why it is wrong"),
        help_text=_("Long out of service, never a soldier, mistaken for somebody else."),
    )


class SettleContestForm(OncePerSubmission, AboutForm):
    """The authority's answer to the contest, which is `row`."""

    result = forms.ChoiceField(
        label=_("What did the authority answer?"),
        choices=ContestResult.choices,
        widget=forms.RadioSelect,
        help_text=_("If it says something else now, record its new word, too."),
    )
    on = DateField(label=_("Decided on"), past_only=True)
    reference = ShortText(label=_("Paper in which it stands"), required=True, max_length=60)
