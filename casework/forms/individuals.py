"""Correcting a person's record."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.choices import Sex
from casework.forms.fields import BirthField, ShortText
from casework.forms.person import CountryField
from casework.models import Individual
from casework.rules.birth import Birth
from casework.rules.birth_text import written_birth
from pages.forms import ActionForm, EditVersion


class CorrectIndividualForm(EditVersion, ActionForm):
    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=Sex.choices)
    birth = BirthField(help_text=_("34, 8 m, 1991 or 12/4/91."))
    nationality = CountryField(label=_("Nationality"))

    def __init__(self, *args: Any, individual: Individual, user: User, **kwargs: Any) -> None:
        super().__init__(*args, initial=self.on_file(individual), **kwargs)
        self.fields["birth"].on = user.today()  # type: ignore[attr-defined]
        self.fields["nationality"].offer(individual.nationality)  # type: ignore[attr-defined]

    @staticmethod
    def on_file(individual: Individual) -> dict[str, Any]:
        names = set(CorrectIndividualForm.base_fields) - {"birth"}
        known = Birth(
            individual.birth_precision,  # type: ignore[arg-type]
            individual.born_on,
            individual.birth_year,
        )
        return {name: getattr(individual, name) for name in names} | {"birth": written_birth(known)}

    def differences(self, individual: Individual) -> list[tuple[str, Any]]:
        """Label and value on file of every field where what was typed differs from it."""
        return [
            (
                str(self.fields[name].label),
                dict(getattr(self.fields[name], "choices", [])).get(value, value),
            )
            for name, value in self.on_file(individual).items()
            if name != "version" and self.fields[name].has_changed(value, self[name].data)
        ]
