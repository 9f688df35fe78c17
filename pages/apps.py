from typing import Any

from django import forms
from django.apps import AppConfig
from django.core.checks import register
from django.utils.translation import gettext_lazy as _

from pages import lookups as lookups
from pages.checks import menu_leads_somewhere

# Django's messages repeat the invalid value, which may be a code or key that nobody typed. These replace them in all forms.
NOT_OFFERED = _("This is not offered here, or not any more: choose again.")
CHOICE_FIELDS: tuple[Any, ...] = (
    forms.ChoiceField,
    forms.MultipleChoiceField,
    forms.ModelChoiceField,
    forms.ModelMultipleChoiceField,
)
for field in CHOICE_FIELDS:
    messages = dict.fromkeys(("invalid_choice", "invalid_pk_value"), NOT_OFFERED)
    field.default_error_messages = field.default_error_messages | messages


class PagesConfig(AppConfig):
    name = "pages"

    def ready(self) -> None:
        register(menu_leads_somewhere)
