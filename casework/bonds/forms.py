"""Forms of bonds between two people."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.bonds.choices import INVERSE, Bond
from casework.corrections.forms import ConfirmsDay, MistakeForm
from casework.register.forms import AboutForm, RowForm, numbered_person, person_field
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText

# The prefix of a kind of bond that the user states from the other person's side.
INVERSE_PREFIX = "turned-"

KINDS = [
    ("", "—"),
    *Bond.choices,
    *((f"{INVERSE_PREFIX}{kind}", label) for kind, label in INVERSE.items()),
]


class RelateForm(ConfirmsDay, OncePerSubmission, ActionForm):
    """The kind of bond and the other person: a member of the case, or a person by number."""

    EARLY = "starts_on"
    kind = forms.ChoiceField(label=_("Is"), choices=KINDS)
    number = ShortText(label=_("Or the number of a person of another case"), max_length=20)
    starts_on = DateField(label=_("From"), required=False, past_only=True)
    reason = LongText(
        label=_("Reason"),
        required=False,
        help_text=_("Whoever gives out beds sees that two people are kept apart, never why."),
    )

    field_order = ("kind", "other", "number", "starts_on", "reason")

    def __init__(
        self, *args: Any, individual: Individual, case: Case, user: User, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.individual, self.user = individual, user
        other = person_field(case, user.today(), label=_("Whom"), empty_label="—")
        other.queryset = (other.queryset or Individual.objects.none()).exclude(pk=individual.pk)
        self.fields["other"] = other
        self.order_fields(self.field_order)

    def clean_number(self) -> Individual | None:
        number = self.cleaned_data["number"]
        return numbered_person(number, self.user, Permission.INDIVIDUAL_CHANGE) if number else None

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not (cleaned.get("other") or cleaned.get("number") or self.errors):
            self.add_error("other", _("Choose somebody, or give a number."))
        return cleaned

    def people_of_day(self) -> list[Individual]:
        other = self.cleaned_data.get("other") or self.cleaned_data.get("number")
        return [self.individual, *([other] if other else [])]

    def does(self, action: Any, *args: Any, **kwargs: Any) -> bool:
        """Calls the action with the two people in the order in which the bond is stored."""
        first, second = self.individual, self.cleaned_data["other"] or self.cleaned_data["number"]
        if self.cleaned_data["kind"].startswith(INVERSE_PREFIX):
            first, second = second, first
        return super().does(action, first, *args, other=second, **kwargs)

    def for_action(self) -> dict[str, Any]:
        typed = self.cleaned_data
        return {
            "kind": typed["kind"].removeprefix(INVERSE_PREFIX),
            "starts_on": typed["starts_on"],
            "reason": typed["reason"],
        }


class CorrectRelationshipForm(ConfirmsDay, MistakeForm, RowForm):
    """Corrects the days. If the kind or a person is wrong, the bond is a mistake, and a new one is recorded."""

    EARLY = "starts_on"

    starts_on = DateField(label=_("From"), required=False, past_only=True)
    ends_on = DateField(
        label=_("Ended on"),
        required=False,
        past_only=True,
        help_text=_("The first day without it. Leave it empty where it holds to this day."),
    )
    ONLY_IF_ON_FILE = ("ends_on",)

    def people_of_day(self) -> list[Individual]:
        return [self.row.individual_a, self.row.individual_b]


class EndRelationshipForm(AboutForm):
    TODAY = ("ends_on",)
    ends_on = DateField(
        label=_("Ended on"), past_only=True, help_text=_("The first day without it.")
    )
