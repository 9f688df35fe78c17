"""Forms about two records that may be one person."""

import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.actions.duplicates import Choice
from casework.choices import Sex
from casework.choices.duplicates import GROUNDS_TO_GIVE, PAIR_MOVES, Grounds, PairStatus
from casework.forms.arrival import ArrivalGrid
from casework.forms.fields import BirthField, LongText, ShortText
from casework.forms.person import person_numbered
from casework.models import DuplicatePair, Individual
from casework.rules.matching import Candidate
from pages.forms import ActionForm

ROW = "row"


class GroundsFields(forms.Form):
    """Mixin: why, as a code and in words of one's own."""

    grounds = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *GROUNDS_TO_GIVE])
    reason = LongText(
        label=_("In other words"),
        required=False,
        max_length=1000,
        help_text=_("Needed for another reason."),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("grounds") == Grounds.OTHER and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Write down the reason."))
        return cleaned


class OtherRecordForm(ActionForm):
    """The number of another record, of whom the reader sees."""

    other = ShortText(
        label=_("Number of the other record"),
        required=True,
        max_length=20,
        help_text="A-2026-000123-01",
    )

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        self.user = user
        super().__init__(data)

    def clean_other(self) -> Individual:
        return person_numbered(self.cleaned_data["other"], self.user, Permission.DUPLICATE_DECIDE)


class DecidePairForm(GroundsFields, ActionForm):
    """One person or two, and why."""

    status = forms.ChoiceField(label=_("Decision"), widget=forms.RadioSelect)
    field_order = ("status",)

    def __init__(self, data: QueryDict | None = None, *, pair: DuplicatePair) -> None:
        super().__init__(data)
        order = [PairStatus.SAME, PairStatus.DIFFERENT, PairStatus.OPEN]
        self.fields["status"].choices = [  # type: ignore[attr-defined]
            (status.value, status.label) for status in order if status in PAIR_MOVES[pair.status]
        ]


class MergeForm(GroundsFields, ActionForm):
    """Which of two records stands for the person from now on."""

    survivor = forms.ChoiceField(
        label=_("This record stays and stands for the person"), widget=forms.RadioSelect
    )
    field_order = ("survivor",)

    def __init__(
        self, data: QueryDict | None = None, *, people: list[Individual], pair: DuplicatePair
    ) -> None:
        self.people = {person.number: person for person in people}
        said = pair.decisions.filter(status=PairStatus.SAME).first()
        grounds = said.grounds if said else ""
        super().__init__(data, initial={"survivor": people[0].number, "grounds": grounds})
        self.fields["survivor"].choices = [  # type: ignore[attr-defined]
            (person.number, f"{person.number} · {person.display_name}") for person in people
        ]

    def for_action(self) -> dict[str, Any]:
        survivor = self.people[self.cleaned_data["survivor"]]
        merged = next(each for each in self.people.values() if each != survivor)
        why = {name: self.cleaned_data[name] for name in ("grounds", "reason")}
        return {"survivor": survivor, "merged": merged, **why}


class TypedPersonForm(forms.Form):
    """A row of the grid while it is being typed, with the names in the other rows."""

    given_names = ShortText()
    family_names = ShortText()
    sex = forms.ChoiceField(choices=Sex.choices, required=False)
    birth = BirthField()
    document = ShortText(max_length=60)
    relatives = forms.CharField(required=False, max_length=4000)

    def __init__(self, data: QueryDict, *, on: datetime.date) -> None:
        super().__init__(data, prefix=ROW)
        self.fields["birth"].on = on  # type: ignore[attr-defined]

    def candidate(self) -> Candidate | None:
        """What is typed so far, as far as it can be read; None while there is too little."""
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
        has_name = candidate.given_names and candidate.family_names
        return candidate if has_name or candidate.document else None


def choices_of(grid: ArrivalGrid) -> list[Choice]:
    """What was chosen under the rows: hidden fields `duplicate` that say "member-0 same A-2019-000001-01".

    Whatever does not read like that is left out: a choice never keeps an arrival from being saved.
    """
    places = {prefix: place for place, prefix in enumerate(grid.in_order())}
    choices = []
    for text in grid.chosen[:200]:
        match text.split(" "):
            case [prefix, ("same" | "different") as said, number] if prefix in places:
                choices.append(Choice(places[prefix], number, said == "same"))
    return choices
