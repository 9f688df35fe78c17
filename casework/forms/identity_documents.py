"""Papers that say who somebody is."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.choices import DocumentType
from casework.choices.countries import Country
from casework.choices.identity_documents import DocumentEnd, YesNo
from casework.forms.fields import ChoiceOrDefault, ShortText
from casework.forms.person import CountryField, EndRowForm, PersonForm, RowForm, choices_with_blank
from pages.forms import DateField


class DocumentFacts(forms.Form):
    """What stands on a paper."""

    type = forms.ChoiceField(label=_("Type"), choices=DocumentType.choices)
    country = CountryField(label=_("Issuing country"), initial=Country.VENEZUELA)
    number = ShortText(label=_("Number"), max_length=60, required=True)
    valid_from = DateField(label=_("Valid from"), required=False, past_only=True)
    valid_until = DateField(label=_("Valid until"), required=False)
    states_work_right = ChoiceOrDefault(
        label=_("Does the paper state the right to work?"),
        choices=YesNo.choices,
        initial=YesNo.UNKNOWN,
    )


class DocumentForm(DocumentFacts, PersonForm):
    """A further paper."""


class ReplaceDocumentForm(DocumentFacts, RowForm):
    """The paper that takes the place of another; nothing of the old one but its kind is kept."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial = {name: self.initial[name] for name in ("type", "country")}
        self.fields["country"].offer(self.row.country)  # type: ignore[attr-defined]


class EndDocumentForm(EndRowForm):
    end_reason = forms.ChoiceField(
        label=_("What became of it"),
        choices=choices_with_blank(
            choice for choice in DocumentEnd.choices if choice[0] != DocumentEnd.REPLACED
        ),
    )
