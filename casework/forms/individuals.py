"""Correcting a person's record, service and papers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices import DocumentType, Sex
from casework.forms.fields import BirthField, ShortText
from casework.models import Force, Individual, Rank
from casework.rules.birth import Birth
from casework.rules.birth_text import written_birth
from pages.forms import ActionForm, DateField, EditVersion


class CorrectIndividualForm(EditVersion, ActionForm):
    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=Sex.choices)
    birth = BirthField()
    nationality = forms.CharField(
        label=_("Nationality"), min_length=2, max_length=2, help_text="ISO 3166-1"
    )
    phone = ShortText(label=_("Phone"), max_length=40)
    is_safe_to_call = forms.BooleanField(label=_("May be called"), required=False)
    alias = ShortText(
        label=_("Alias"), help_text=_("Shown in lists when the person asked for anonymity.")
    )
    is_anonymous = forms.BooleanField(label=_("Asked for anonymity"), required=False)

    def __init__(self, *args: Any, individual: Individual, user: User, **kwargs: Any) -> None:
        super().__init__(*args, initial=self.on_file(individual), **kwargs)
        self.fields["birth"].on = user.today()  # type: ignore[attr-defined]

    @staticmethod
    def on_file(individual: Individual) -> dict[str, Any]:
        names = set(CorrectIndividualForm.base_fields) - {"birth"}
        known = Birth(
            individual.birth_precision,  # type: ignore[arg-type]
            individual.born_on,
            individual.birth_year,
        )
        return {name: getattr(individual, name) for name in names} | {"birth": written_birth(known)}

    def clean_nationality(self) -> str:
        return str(self.cleaned_data["nationality"]).upper()

    def differences(self, individual: Individual) -> list[tuple[str, Any]]:
        """Label and value on file of every field where what was typed differs from it."""
        return [
            (str(self.fields[name].label), value)
            for name, value in self.on_file(individual).items()
            if name != "version" and self.fields[name].has_changed(value, self[name].data)
        ]

    def look_again(self, version: int) -> None:
        """Lets the next save count against `version`; what was typed stays."""
        self.data = {**self.data.dict(), self.add_prefix("version"): str(version)}  # type: ignore[attr-defined]


class ServiceForm(ActionForm):
    force = forms.ModelChoiceField(Force.objects.all(), label=_("Force"), required=False)
    rank = forms.ModelChoiceField(Rank.objects.all(), label=_("Rank"), required=False)
    unit = ShortText(label=_("Unit"))
    role = ShortText(label=_("Last role"))
    years_of_service = forms.IntegerField(
        label=_("Years of service"), min_value=0, max_value=60, required=False
    )
    served_from = DateField(label=_("Served from"), required=False, past_only=True)
    served_until = DateField(label=_("Served until"), required=False, past_only=True)


class DocumentForm(ActionForm):
    type = forms.ChoiceField(label=_("Type"), choices=DocumentType.choices)
    country = forms.CharField(
        label=_("Country"), min_length=2, max_length=2, initial="VE", help_text="ISO 3166-1"
    )
    number = ShortText(label=_("Number"), max_length=60, required=True)
    valid_until = DateField(label=_("Valid until"), required=False)

    def clean_country(self) -> str:
        return str(self.cleaned_data["country"]).upper()
