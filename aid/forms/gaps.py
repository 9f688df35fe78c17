"""Forms about ends of aid for which nothing can be done."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.corrections.forms import MistakeForm
from casework.register.forms import RowForm
from pages.forms import ActionForm, DateField, OncePerSubmission, ShortText


class GapForm(OncePerSubmission, ActionForm):
    """Records what was said about it, and to whom."""

    on = DateField(label=_("Date"), past_only=True)
    told = ShortText(label=_("To whom"), required=True)
    said = forms.CharField(
        label=_("What was said"),
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Why nothing can be done, and what the people were told."),
    )


class CorrectGapForm(MistakeForm, RowForm, GapForm):
    """Corrects it."""
