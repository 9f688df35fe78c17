"""The forms of a roll-call: the list, the exceptions, a slip; and the rules of a door."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.forms import ActionForm, ActionModelForm, ShortText
from shelters.door.choices import RollPresence
from shelters.door.models import DoorRule, RollAnswer
from shelters.door.people import PersonAtDoor

Given = Mapping[uuid.UUID, RollAnswer]


class RollForm(ActionForm):
    """One question for each person, without a preset answer. Only answers that were changed on this page are sent on.

    The hidden initial answers make that certain: what a colleague answered meanwhile is not overwritten by an old page.
    """

    def __init__(
        self, *args: Any, people: Sequence[PersonAtDoor], given: Given, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.given = people, given
        for person in people:
            answer = given.get(person.stay.individual_id)
            self.fields[_name(person)] = forms.ChoiceField(
                choices=RollPresence.choices,
                widget=forms.RadioSelect,
                required=False,
                initial=answer.presence if answer else "",
                show_hidden_initial=True,
                label=person.stay.individual.display_name,
            )

    @property
    def rows(self) -> list[tuple[PersonAtDoor, forms.BoundField, RollAnswer | None]]:
        """Each person with the question and the answer on file."""
        return [
            (person, self[_name(person)], self.given.get(person.stay.individual_id))
            for person in self.people
        ]

    def for_action(self) -> dict[str, Any]:
        answers = {}
        for person in self.people:
            presence = self.cleaned_data.get(_name(person))
            if not presence or _name(person) not in self.changed_data:
                continue
            before = self.given.get(person.stay.individual_id)
            is_same = before is not None and before.presence == presence
            answers[person.stay.pk] = (presence, before.remark if before and is_same else "")
        return {"answers": answers}


class ExceptionsForm(ActionForm):
    """What is known about people who are absent or excused, and whether everybody without an answer is there."""

    others_are_present = forms.BooleanField(required=False, label=_("All others are present"))

    def __init__(
        self, *args: Any, people: Sequence[PersonAtDoor], given: Given, others: int, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.people, self.given = people, given
        if not others:
            del self.fields["others_are_present"]
        for person in people:
            answer = given[person.stay.individual_id]
            self.fields[_name(person)] = ShortText(
                initial=answer.remark,
                show_hidden_initial=True,
                label=f"{person.stay.individual.display_name}: {answer.get_presence_display()}",
            )

    @property
    def exceptions(self) -> list[forms.BoundField]:
        return [self[_name(person)] for person in self.people]

    def for_action(self) -> dict[str, Any]:
        return {
            "answers": {
                person.stay.pk: (
                    self.given[person.stay.individual_id].presence,
                    self.cleaned_data[_name(person)],
                )
                for person in self.people
                if _name(person) in self.changed_data
            },
            "others_are_present": self.cleaned_data.get("others_are_present", False),
        }


class SlipForm(forms.Form):
    """The code of an arrival slip, scanned or typed."""

    code = forms.CharField(label=_("Code of the slip"), max_length=200)


class DoorRuleForm(ActionModelForm):
    class Meta:
        model = DoorRule
        fields = ("absence_nights", "longest_out_minutes")


def _name(person: PersonAtDoor) -> str:
    return f"stay-{person.stay.pk}"
