"""Forms about reference lists."""

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices import Confidence, RankBand, Unit
from casework.forms.fields import ShortText
from casework.models import Municipality
from pages.forms import ActionForm, DateField


class RuleForm(ActionForm):
    amount = forms.IntegerField(
        label=_("Length"),
        min_value=0,
        max_value=10_000,
        required=False,
        help_text=_("Empty where the text sets no term."),
    )
    unit = forms.ChoiceField(label=_("Unit"), choices=Unit.choices)
    fixed_on = DateField(label=_("Fixed date"), required=False)
    valid_to = DateField(label=_("In force until"), required=False)
    legal_reference = ShortText(label=_("Legal reference"), max_length=200)
    source = ShortText(label=_("Source read"), max_length=200, required=True)
    confidence = forms.ChoiceField(label=_("Confidence"), choices=Confidence.choices)
    verified_by = ShortText(label=_("Verified by"), max_length=120)
    verified_on = DateField(label=_("Verified on"), required=False, past_only=True)


class CrossingForm(ActionForm):
    name = ShortText(label=_("Name"), max_length=80, required=True)
    municipality = forms.ModelChoiceField(
        Municipality.objects.all(), label=_("Municipality"), required=False
    )
    is_official = forms.BooleanField(label=_("Official crossing"), required=False)


class ForceForm(ActionForm):
    name = ShortText(label=_("Name"), max_length=80, required=True)
    short_name = ShortText(label=_("Short name"), max_length=20, required=True)


class RankForm(ActionForm):
    name = ShortText(label=_("Name"), max_length=60, required=True)
    band = forms.ChoiceField(label=_("Band"), choices=RankBand.choices)
