"""Closing, moving, restricting a case; family."""

import datetime
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Grant, Team, User
from accounts.roles import ROLES
from casework.actions.individuals import PersonRow
from casework.choices import EndReason, EntryMode, Sex
from casework.choices.countries import Country
from casework.forms.arrival_rows import RELATIONS
from casework.forms.exits import DepartureFields
from casework.forms.fields import BirthField, ChoiceOrDefault, OfferedChoice, ShortText
from casework.forms.person import CountryField
from casework.models import Case, CrossingPoint
from pages.forms import ActionForm, DateField, EditVersion, OncePerSubmission

ROLES_THAT_SEE_PEOPLE = [role for role, description in ROLES.items() if description.sees_people]


# A case is joined with another on the page of the family, where the people move along.
CLOSING_REASONS = [each for each in EndReason.choices if each[0] != EndReason.JOINED]


class CloseCaseForm(EditVersion, DepartureFields, ActionForm):
    reason = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *CLOSING_REASONS])
    on = DateField(label=_("Day of closing"), past_only=True)
    field_order = ("reason", "on")

    def __init__(self, *args: Any, case: Case, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial.update(on=user.today(), version=case.version)


class MoveCaseForm(ActionForm):
    team = forms.ModelChoiceField(Team.objects.none(), label=_("Team"))

    def __init__(self, *args: Any, case: Case, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["team"].queryset = Team.objects.filter(  # type: ignore[attr-defined]
            office=case.office_id
        ).exclude(pk=case.team_id)


class RestrictCaseForm(ActionForm):
    people = forms.ModelMultipleChoiceField(
        User.objects.none(),
        label=_("Who may see the case besides you"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    until = DateField(label=_("Their sight ends on"), required=False)

    def __init__(self, *args: Any, case: Case, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        named = case.named_access.in_force(user.today()).values_list("user", flat=True)
        self.initial["people"] = list(named)
        grants = Grant.objects.in_force(user.today()).filter(role__in=ROLES_THAT_SEE_PEOPLE)
        self.fields["people"].queryset = User.objects.filter(  # type: ignore[attr-defined]
            office=case.office_id, is_active=True, pk__in=grants.values("user")
        ).exclude(pk=user.pk)


class AddMemberForm(OncePerSubmission, ActionForm):
    """Somebody new to the files. Who is on file comes through the family builder."""

    given_names = ShortText(label=_("Given names"))
    family_names = ShortText(label=_("Family names"))
    sex = forms.ChoiceField(label=_("Sex"), choices=[("", "—"), *Sex.choices], required=False)
    birth = BirthField()
    document = ShortText(label=_("Document"), max_length=60)
    relation = forms.ChoiceField(label=_("Relation to the principal"), choices=RELATIONS)
    nationality = CountryField(label=_("Nationality"))
    joined_on = DateField(label=_("Joined on"), past_only=True)
    crossed_on = DateField(
        label=_("Came across on"),
        required=False,
        past_only=True,
        help_text=_("Leave it empty for a child who was born here."),
    )
    crossing = OfferedChoice(CrossingPoint, label=_("Crossing point"))
    entry_mode = ChoiceOrDefault(
        label=_("Entry"), choices=EntryMode.choices, initial=EntryMode.UNKNOWN
    )
    FOLDED = ("crossing", "entry_mode")

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["joined_on"] = user.today()
        self.initial["nationality"] = Country.VENEZUELA
        self.fields["birth"].on = user.today()  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not (cleaned.get("given_names") or cleaned.get("family_names") or self.errors):
            self.add_error("given_names", _("Give at least one name."))
        return cleaned

    @property
    def main(self) -> list[forms.BoundField]:
        return [bound for bound in self.visible_fields() if bound.name not in self.FOLDED]

    @property
    def more(self) -> list[forms.BoundField]:
        return [self[name] for name in self.FOLDED]

    @property
    def has_more(self) -> bool:
        """Whether something folded away was filled in, or is wrong."""
        return any(
            bound.errors or bound.value() not in (None, "", EntryMode.UNKNOWN)
            for bound in self.more
        )

    def for_action(self) -> dict[str, Any]:
        typed = self.cleaned_data
        of_person = ("given_names", "family_names", "document", "birth", "nationality")
        facts = {name: typed[name] for name in of_person}
        told = ("relation", "joined_on", "crossed_on", *self.FOLDED)
        return {
            **{name: typed[name] for name in told},
            "row": PersonRow(**facts, sex=typed["sex"] or Sex.UNKNOWN),
        }


class EndMembershipForm(ActionForm):
    left_on = DateField(
        label=_("Left on"), past_only=True, help_text=_("The first day without this person.")
    )

    def __init__(self, *args: Any, today: datetime.date, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["left_on"] = today
