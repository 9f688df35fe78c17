"""What is asked of the board in its URL, and the beds that somebody chooses by hand."""

import uuid
from collections import Counter
from collections.abc import Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField
from shelters.board.picking import Picked
from shelters.forms.placements import WithReason
from shelters.models import Bed, Placement

DAYS = (7, 14, 30)
DEFAULT_DAYS = 14


class ManyTexts(forms.Field):
    """Every value of a parameter that a URL may repeat."""

    widget = forms.SelectMultiple

    def clean(self, value: Any) -> list[str]:
        return [str(each) for each in value or [] if each]


class LookForm(forms.Form):
    """Which nights are shown, which sites are unfolded, and who is picked for which nights.

    `fold` and `unfold` are the buttons of a site; `open` is what was unfolded before.
    """

    days = forms.TypedChoiceField(
        choices=[(days, days) for days in DAYS],
        coerce=int,
        required=False,
        label=_("Days"),
    )
    open = ManyTexts(required=False)
    unfold = forms.CharField(required=False)
    fold = forms.CharField(required=False)
    pick = forms.CharField(required=False, max_length=20)
    who = ManyTexts(required=False)
    starts = DateField(required=False, label=_("First night"))
    until = DateField(required=False, label=_("They leave on"))
    at = forms.CharField(required=False, max_length=200)
    # A draft of moves that is drawn as well.
    plan = forms.UUIDField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = DateField(required=False, label=_("From"))

    def clean_pick(self) -> str:
        # The button of a new pick comes after the field that keeps the one before.
        return str(self.cleaned_data["pick"]).strip()

    def clean_days(self) -> int:
        return int(self.cleaned_data["days"] or DEFAULT_DAYS)

    @property
    def opened(self) -> set[str]:
        said = self.cleaned_data
        opened = {*said["open"], *filter(None, [said["unfold"]])}
        return opened - {said["fold"]}


class ByHandForm(WithReason, ActionForm):
    """One bed of a site for each picked person. At first the best ones are chosen."""

    def __init__(
        self,
        *args: Any,
        picked: Picked,
        beds: Sequence[Bed],
        best: Sequence[uuid.UUID],
        **kwargs: Any,
    ) -> None:
        super().__init__(*args, **kwargs)
        self.picked, self.beds = picked, {str(bed.pk): bed for bed in beds}
        choices = [(key, f"{bed.room.name} · {bed.name}") for key, bed in self.beds.items()]
        for number, person in enumerate(picked.chosen):
            self.fields[f"bed_{number}"] = forms.ChoiceField(
                label=person.display_name,
                choices=choices,
                initial=str(best[number]) if number < len(best) else None,
                error_messages={"invalid_choice": _("This bed is no longer free: choose another.")},
            )
        self.order_fields([*self.names, "reason"])

    @property
    def names(self) -> list[str]:
        return [f"bed_{number}" for number in range(len(self.picked.chosen))]

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or self.cleaned_data
        chosen = Counter(answers[name] for name in self.names if name in answers)
        for name in self.names:
            if chosen[answers.get(name)] > 1:
                self.add_error(name, _("Two people cannot have one bed."))
        return answers

    @property
    def assignments(self) -> dict[Individual, Bed]:
        answers = self.cleaned_data
        return {
            person: self.beds[answers[name]]
            for person, name in zip(self.picked.chosen, self.names, strict=True)
        }

    def for_action(self) -> dict[str, Any]:
        beds, picked = self.assignments, self.picked
        facts = {"site": next(iter(beds.values())).room.site, "reason": self.cleaned_data["reason"]}
        if picked.moves:
            stays: dict[Placement, Bed] = {
                picked.stays[person]: bed for person, bed in beds.items()
            }
            return {**facts, "placements": stays, "on": picked.starts_on}
        return {
            **facts,
            "assignments": beds,
            "starts_on": picked.starts_on,
            "planned_end_on": picked.until,
        }
