"""The day for which the file is shown."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import DateField


class DayForm(forms.Form):
    on = DateField(label=_("As known on"), past_only=True, required=False)
