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

    `came_with` holds the numbers of people on file whom the user chose for other rows.
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
        """Returns the candidate from the valid part of the input; None while it has neither name nor document."""
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
    """Returns the answers chosen under the rows. They are hidden fields `duplicate` such as
    "member-0 same A-2019-000001-01", with "apart" instead of "same" if the two records are to be merged later.

    Other texts are ignored: a wrong choice must not prevent an arrival from being saved.
    """
    indexes = {prefix: place for place, prefix in enumerate(grid.prefixes_in_order())}
    choices = []
    for text in grid.duplicate_choices[:200]:
        match text.split(" "):
            case [prefix, ("same" | "apart" | "different") as answer, number] if prefix in indexes:
                is_same = answer != "different"
                choices.append(
                    Choice(indexes[prefix], number, is_same, is_merged_later=answer == "apart")
                )
    return choices
