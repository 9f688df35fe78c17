"""Anonymity and the media."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices.onward import MediaReason
from casework.forms.fields import LongText, ShortText
from casework.forms.person import PersonForm, RowForm
from casework.models import Organisation
from pages.forms import DateField


class AnonymityForm(PersonForm):
    wished_on = DateField(label=_("Asked for on"), past_only=True)
    alias = ShortText(
        label=_("Alias"),
        help_text=_("Stands in every list, roster and export; without one, the number does."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update({"wished_on": self.user.today(), "alias": self.individual.alias})


class ChangeAliasForm(RowForm):
    alias = ShortText(
        label=_("Alias"),
        help_text=_("Stands in every list, roster and export; without one, the number does."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["alias"] = self.row.individual.alias


class MediaForm(PersonForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=MediaReason.choices)
    authority = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Which authority"), required=False
    )
    on = DateField(label=_("Since"), past_only=True)
    note = LongText(label=_("Note"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["on"] = self.user.today()
