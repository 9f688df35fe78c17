"""Forms about two records that may be one person."""

import datetime

from django import forms
from django.http import QueryDict

from casework.arrivals.actions.duplicates import Choice
from casework.arrivals.forms.arrival import ArrivalGrid
from casework.duplicates.rules.matching import Candidate
from casework.identity.birth_field import BirthField
from casework.register.choices import Sex
from pages.forms import ShortText, field_of

ROW = "row"


class TypedPersonForm(forms.Form):
    """A row of the grid while it is being typed, with the names in the other rows.

    `came_with` are numbers of people on file whom other rows were said to be.
    """

    given_names = ShortText()
    family_names = ShortText()
    sex = forms.ChoiceField(choices=Sex.choices, required=False)
    birth = BirthField()
    document = ShortText(max_length=60)
    relatives = forms.CharField(required=False, max_length=4000)
    came_with = forms.CharField(required=False, max_length=4000)

    def __init__(self, data: QueryDict, *, on: datetime.date) -> None:
        super().__init__(data, prefix=ROW)
        field_of(self, "birth").on = on

    def candidate(self) -> Candidate | None:
        """The candidate from the valid part of the input; None while there is too little."""
        self.is_valid()
        typed = self.cleaned_data
        candidate = Candidate(
            given_names=typed.get("given_names", ""),
            family_names=typed.get("family_names", ""),
            sex=typed.get("sex") or Sex.UNKNOWN,
            birth=typed.get("birth"),
            document=typed.get("document", ""),
            relatives=tuple(filter(None, typed.get("relatives", "").split("\n"))),
        )
        has_name = candidate.given_names and (candidate.family_names or self.came_with_whom)
        return candidate if has_name or candidate.document else None

    @property
    def came_with_whom(self) -> list[str]:
        return str(self.cleaned_data.get("came_with", "")).split()


def choices_of(grid: ArrivalGrid) -> list[Choice]:
    """What was chosen under the rows: hidden fields `duplicate` that say "member-0 same A-2019-000001-01",
    "apart" in place of "same" where the two records are to be merged later.

    Whatever does not read like that is left out: a choice never keeps an arrival from being saved.
    """
    places = {prefix: place for place, prefix in enumerate(grid.in_order())}
    choices = []
    for text in grid.chosen[:200]:
        match text.split(" "):
            case [prefix, ("same" | "apart" | "different") as said, number] if prefix in places:
                is_same = said != "different"
                choices.append(Choice(places[prefix], number, is_same, is_apart=said == "apart"))
    return choices
