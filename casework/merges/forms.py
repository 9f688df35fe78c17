"""The form that merges two records."""

from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from casework.duplicates.choices import PairStatus, grounds_for
from casework.duplicates.forms import GroundsFields
from casework.duplicates.models import DuplicatePair
from casework.register.models.individual import Individual
from pages.forms import ActionForm, choose_from


class MergeForm(GroundsFields, ActionForm):
    """Asks which of the two records stays, and for the grounds."""

    survivor = forms.ChoiceField(
        label=_("This record stays and stands for the person"), widget=forms.HiddenInput
    )
    field_order = ("survivor",)

    def __init__(
        self, data: QueryDict | None = None, *, people: list[Individual], pair: DuplicatePair
    ) -> None:
        self.people = {person.number: person for person in people}
        decision = pair.decisions.filter(status=PairStatus.SAME).first()
        grounds = decision.grounds if decision else ""
        super().__init__(data, initial={"grounds": grounds})
        self.fields["grounds"] = forms.ChoiceField(
            label=_("Reason"), choices=[("", "—"), *grounds_for(PairStatus.SAME)]
        )
        choose_from(
            self,
            "survivor",
            [(person.number, f"{person.number} · {person.display_name}") for person in people],
        )

    def for_action(self) -> dict[str, Any]:
        survivor = self.people[self.cleaned_data["survivor"]]
        merged = next(each for each in self.people.values() if each != survivor)
        reasons = {name: self.cleaned_data[name] for name in ("grounds", "reason")}
        return {"survivor": survivor, "merged": merged, **reasons}
