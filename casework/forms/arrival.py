"""The quick-log grid: one arrival, its head, the others."""

import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import Team, User
from accounts.permissions import Permission
from casework.actions.individuals import PersonRow
from casework.choices import Category, EntryMode, Relation, Sex
from casework.forms.fields import BirthField, ShortText
from casework.models import (
    Arrival,
    CrossingPoint,
    Force,
    Organisation,
    Rank,
    RegionalDirectorate,
)
from casework.querysets.teams import teams_of
from pages.forms import ActionForm, DateField, OncePerSubmission, TimeInput

BLANK_ROWS = 3
MOST_ROWS = 40
NO_FORCE = "none"
LAST_USED = ("crossing", "entry_mode", "directorate", "received_by")
RELATIONS = [("", "—"), *(each for each in Relation.choices if each[0] != Relation.PRINCIPAL)]


class ArrivalForm(OncePerSubmission, ActionForm):
    """When, where and how the group arrived. Where comes from the last arrival that this user logged."""

    NOT_FOR_THE_ACTION = frozenset()

    on = DateField(label=_("Arrived on"), past_only=True)
    at_time = forms.TimeField(label=_("At"), required=False, widget=TimeInput)
    crossing = forms.ModelChoiceField(
        CrossingPoint.objects.all(), label=_("Crossing point"), required=False
    )
    entry_mode = forms.ChoiceField(label=_("Entry"), choices=EntryMode.choices)
    directorate = forms.ModelChoiceField(
        RegionalDirectorate.objects.all(), label=_("Regional directorate"), required=False
    )
    received_by = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Received by"), required=False
    )
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"))

    def __init__(self, data: QueryDict | None = None, *, user: User) -> None:
        super().__init__(data, initial=self._first_guess(user))
        teams = teams_of(user, Permission.CASE_LOG)
        self.fields["team"].queryset = teams  # type: ignore[attr-defined]
        self.fields["team"].empty_label = None  # type: ignore[attr-defined]
        if len(teams) == 1:
            self.fields["team"].widget = forms.HiddenInput()
            self.initial["team"] = teams[0].pk

    @staticmethod
    def _first_guess(user: User) -> dict[str, Any]:
        guess: dict[str, Any] = {"on": user.today(), "entry_mode": EntryMode.BRIDGE}
        last = Arrival.objects.filter(logged_by=user).order_by("-logged_at").first()
        if last:
            guess |= {name: getattr(last, name) for name in LAST_USED}
            guess["team"] = last.case.team_id
        return guess


class PersonForm(forms.Form):
    """One row of the grid."""

    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "—"), *Sex.choices], required=False)
    birth = BirthField()
    document = ShortText(label=_("Document"), max_length=60)

    def __init__(self, *args: Any, on: datetime.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["birth"].on = on  # type: ignore[attr-defined]
        for field in self.fields.values():
            field.widget.attrs["autocomplete"] = "off"

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.is_about_somebody() and not (
            cleaned.get("given_names") or cleaned.get("family_names")
        ):
            self.add_error("given_names", _("Give at least one name."))
        return cleaned

    def is_about_somebody(self) -> bool:
        return any(str(self.data.get(self.add_prefix(name), "")).strip() for name in self.fields)

    def facts(self) -> dict[str, Any]:
        """What the row says, as a PersonRow takes it."""
        typed = self.cleaned_data
        return {
            "given_names": typed["given_names"],
            "family_names": typed["family_names"],
            "sex": typed["sex"] or Sex.UNKNOWN,
            "birth": typed["birth"],
            "document": typed["document"],
        }


class HeadForm(PersonForm):
    """The first row, with force and rank."""

    force = forms.ChoiceField(label=_("Force"), required=False)
    rank = forms.ModelChoiceField(Rank.objects.all(), label=_("Rank"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.forces = {force.code: force for force in Force.objects.all()}
        self.fields["force"].choices = [  # type: ignore[attr-defined]
            ("", _("Not known")),
            *((code, force.short_name) for code, force in self.forces.items()),
            (NO_FORCE, _("None: not a former member")),
        ]
        self.fields["rank"].empty_label = _("Not known")  # type: ignore[attr-defined]
        self.fields["given_names"].widget.attrs["autofocus"] = True

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not (cleaned.get("given_names") or cleaned.get("family_names")) and not self.errors:
            self.add_error("given_names", _("Give at least one name."))
        if cleaned.get("force") == NO_FORCE and cleaned.get("rank"):
            self.add_error("rank", _("Who served in no force has no rank."))
        return cleaned

    def row(self) -> PersonRow:
        typed = self.cleaned_data
        served = typed["force"] != NO_FORCE
        return PersonRow(
            **self.facts(),
            relation=Relation.PRINCIPAL,
            category=Category.FORMER_MEMBER if served else Category.RELATIVE,
            force=self.forces.get(typed["force"]),
            rank=typed["rank"],
        )


class MemberForm(PersonForm):
    """A further row. A row with nothing but an inherited family name is nobody."""

    relation = forms.ChoiceField(label=_("Relation"), choices=RELATIONS, required=False)

    def is_about_somebody(self) -> bool:
        return any(
            str(self.data.get(self.add_prefix(name), "")).strip()
            for name in self.fields
            if name != "family_names"
        )

    def row(self) -> PersonRow:
        return PersonRow(
            **self.facts(),
            relation=self.cleaned_data["relation"] or Relation.OTHER,
            category=Category.RELATIVE,
        )


MemberFormSet = forms.formset_factory(
    MemberForm, extra=0, max_num=MOST_ROWS, absolute_max=MOST_ROWS
)


class ArrivalGrid:
    """The whole page: the arrival, the head, the others. Whatever was typed is shown again."""

    def __init__(self, user: User, data: QueryDict | None = None, *, rows_added: int = 0) -> None:
        if data is not None and rows_added:
            data = data.copy()
            typed = data.get("member-TOTAL_FORMS", "0")
            total = min(MOST_ROWS, (int(typed) if typed.isdecimal() else 0) + rows_added)
            data["member-TOTAL_FORMS"] = str(total)
        self.arrival = ArrivalForm(data, user=user)
        on = user.today()
        if data is not None and self.arrival.is_valid():
            on = self.arrival.cleaned_data["on"]
        self.head = HeadForm(data, prefix="head", on=on)
        self.members = MemberFormSet(
            data,
            prefix="member",
            form_kwargs={"on": on, "use_required_attribute": False},
            initial=[{} for _row in range(BLANK_ROWS)],
        )

    def is_valid(self) -> bool:
        valid = [self.arrival.is_valid(), self.head.is_valid(), self.members.is_valid()]
        return all(valid)

    def rows(self) -> list[PersonRow]:
        """The people of a valid grid, the head first."""
        others = [form.row() for form in self.members if form.is_about_somebody()]
        return [self.head.row(), *others]

    @property
    def has_errors(self) -> bool:
        return bool(self.arrival.errors or self.head.errors or any(self.members.errors))

    def errors_by_row(self) -> list[tuple[int, forms.BoundField, str]]:
        """Row number from 1, field and sentence of everything wrong in the grid."""
        return [
            (place, bound, error)
            for place, form in enumerate([self.head, *self.members], start=1)
            for bound in form
            for error in bound.errors
        ]
