"""What account holders change about themselves."""

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models.user import LANGUAGES
from pages.forms import ActionForm


class LanguageForm(ActionForm):
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)
