"""What is asked of the board in its URL, and the beds that somebody chooses by hand."""

import uuid
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField
from shelters.board.exchanging import Exchange
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
    park = forms.BooleanField(required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["from"] = DateField(required=False, label=_("From"))
        self.fields["with"] = forms.CharField(required=False, max_length=20)

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
    """One bed for each picked person, at first the best ones; and for each of `others` a bed or none, which parks them."""

    def __init__(
        self,
        *args: Any,
        picked: Picked,
        beds: Sequence[Bed],
        best: Sequence[uuid.UUID | None],
        others: Sequence[Individual] = (),
        holders: Mapping[uuid.UUID, str] | None = None,
        **kwargs: Any,
    ) -> None:
        """`best` are beds by person; `holders` names who has a bed of the choice now."""
        super().__init__(*args, **kwargs)
        self.picked, self.beds = picked, {str(bed.pk): bed for bed in beds}
        self.people = [*picked.chosen, *others]
        sites = {bed.room.site_id for bed in beds}
        choices = [
            (key, _in_words(bed, (holders or {}).get(bed.pk, ""), with_site=len(sites) > 1))
            for key, bed in self.beds.items()
        ]
        parked = [("", _("No bed: parked at the site"))]
        for number, person in enumerate(self.people):
            is_picked, first = number < len(picked.chosen), best[number : number + 1]
            none = parked if not is_picked else [] if any(first) else [("", "—")]
            self.fields[f"bed_{number}"] = forms.ChoiceField(
                label=person.display_name,
                choices=[*none, *choices],
                required=is_picked,
                initial=str(next(iter(first), None) or ""),
                error_messages={"invalid_choice": _("This bed is no longer free: choose another.")},
            )
        self.order_fields([*self.names, "reason"])

    @property
    def names(self) -> list[str]:
        return [f"bed_{number}" for number in range(len(self.people))]

    def clean(self) -> dict[str, Any]:
        answers = super().clean() or self.cleaned_data
        chosen = Counter(answers[name] for name in self.names if answers.get(name))
        for name in self.names:
            if answers.get(name) and chosen[answers.get(name)] > 1:
                self.add_error(name, _("Two people cannot have one bed."))
        return answers

    @property
    def assignments(self) -> dict[Individual, Bed]:
        return {person: bed for person, bed in self.answers(self.picked.chosen) if bed}

    def answers(self, people: Sequence[Individual]) -> list[tuple[Individual, Bed | None]]:
        """The bed that is chosen for each of these people; before anything is sent, the one that is proposed."""
        said = self.cleaned_data if self.is_bound else {n: self[n].initial for n in self.names}
        by_person = dict(zip(self.people, self.names, strict=True))
        return [(person, self.beds.get(said[by_person[person]] or "")) for person in people]

    def for_action(self) -> dict[str, Any]:
        beds, picked = self.assignments, self.picked
        reason = self.cleaned_data["reason"]
        if picked.moves:
            stays = {picked.stays[person]: bed for person, bed in beds.items()}
            return {"beds": stays, "on": picked.starts_on, "reason": reason}
        return {
            "site": next(iter(beds.values())).room.site,
            "reason": reason,
            "assignments": beds,
            "starts_on": picked.starts_on,
            "planned_end_on": picked.until,
        }


class ExchangeForm(ByHandForm):
    """Who of two parties sleeps in which bed afterwards."""

    def __init__(self, *args: Any, party: Exchange, parks: bool, **kwargs: Any) -> None:
        self.party = party
        super().__init__(
            *args,
            picked=party.picked,
            beds=party.beds,
            best=party.beds_after(parks=parks),
            others=list(party.others),
            holders=party.holders,
            **kwargs,
        )

    def clean(self) -> dict[str, Any]:
        answers = super().clean()
        if not self.errors and not self.moved and self.picked.moves:
            raise forms.ValidationError(_("Nobody changes beds: choose another bed for somebody."))
        return answers

    @property
    def moved(self) -> dict[Placement, Bed | None]:
        """The stays whose bed changes, with the new one."""
        stays = self.party.stays
        return {
            stays[person]: bed
            for person, bed in self.answers(list(stays))
            if stays[person].bed_id != (bed and bed.pk)
        }

    def for_action(self) -> dict[str, Any]:
        facts = {
            "beds": self.moved,
            "on": self.party.on,
            "reason": self.cleaned_data["reason"] if self.is_bound else "",
        }
        if self.picked.moves:
            return facts
        return {
            **facts,
            "assignments": self.assignments,
            "planned_end_on": self.picked.until,
        }


def _in_words(bed: Bed, holder: str, *, with_site: bool) -> str:
    """`102 · 3 (Luz)`: room, bed and who has it now; with the site, if beds of several are to choose from."""
    words = f"{bed.room.name} · {bed.name}"
    words = f"{bed.room.site} · {words}" if with_site else words
    return f"{words} ({holder})" if holder else words
