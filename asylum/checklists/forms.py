"""The form for one paper of a checklist."""

from django import forms
from django.utils.translation import gettext_lazy as _

from asylum.checklists.choices import MarkState
from pages.forms import ActionForm


class MarkForm(ActionForm):
    """The state of the paper."""

    state = forms.ChoiceField(
        label=_("How it stands"), choices=MarkState.choices, widget=forms.RadioSelect
    )
