"""The form for the source of a row of a pathway."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, DateField, ShortText
from reference.choices import Confidence


class SourceForm(ActionForm):
    legal_reference = ShortText(label=_("Legal reference"), max_length=200)
    source = ShortText(label=_("Source read"), max_length=200, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)
    verified_by = ShortText(label=_("Who verified it"), max_length=120, required=True)
    verified_on = DateField(label=_("Verified on"), past_only=True)
