"""Forms for organisations, contacts, requests, tensions and reported figures."""

from collections.abc import Collection
from typing import Any

from django import forms
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from pages.choices import offered
from pages.corrections import MistakeField, WhyPutRight
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText, on_file
from partners.choices import (
    REQUEST_MOVES,
    Metric,
    Operator,
    OrganisationKind,
    ParticipationStatus,
    PartnerRole,
    RequestKind,
    RequestOutcome,
    TensionKind,
    TensionLevel,
)
from partners.corrections import corrections_of
from partners.models import Organisation, PartnerRequest
from reference.models import Municipality

# Emergency numbers and short lines have three digits.
FEWEST_DIGITS = 3

NO_NAMES = _("Write no names of people who are supported.")


def organisations_by_role(user: User, without: Collection[str] = ()) -> list[Any]:
    """Choices of organisations, grouped by what they do for the user's offices, without the kinds in `without`.

    An organisation with several roles is in several groups."""
    groups: dict[str, list[tuple[Any, str]]] = {}
    for each in Organisation.objects.exclude(kind__in=without).with_roles_and_participation(user):
        roles = [str(PartnerRole(role.role).label) for role in each.roles_today]
        for group in roles or [gettext("Nothing on file of what it does")]:
            groups.setdefault(group, []).append((each.pk, str(each)))
    order = [*(str(label) for label in PartnerRole.labels), *groups]
    return [("", "—"), *((group, groups.pop(group)) for group in order if group in groups)]


class PartnerRowForm(ActionForm):
    """Base of forms that start with the values of a row. A form that changes a row extends it and the form that adds one."""

    submission: Any = None

    def __init__(self, *args: Any, row: Any, **kwargs: Any) -> None:
        super().__init__(*args, initial=self.current_values(row), **kwargs)
        self.row = row

    def current_values(self, row: Any) -> dict[str, Any]:
        return on_file(type(self), row)

    def corrections(self) -> list[Any]:
        """The stored corrections of the row, with the earlier values."""
        return corrections_of(self.row)


class OrganisationForm(OncePerSubmission, ActionForm):
    name = ShortText(label=_("Name"), max_length=120, required=True)
    short_name = ShortText(label=_("Short name"), max_length=30)
    kind = forms.ChoiceField(label=_("Kind"), choices=OrganisationKind.choices)
    is_named_in_exports = forms.BooleanField(
        label=_("May be named in exports"),
        required=False,
        initial=True,
        help_text=_("Some partners take part only if they are not named."),
    )


class RoleForm(OncePerSubmission, ActionForm):
    role = forms.ChoiceField(label=_("What it does"), choices=PartnerRole.choices)
    starts_on = DateField(label=_("Since"))


class CorrectRoleForm(MistakeField, WhyPutRight, PartnerRowForm):
    role = forms.ChoiceField(label=_("What it does"), choices=PartnerRole.choices)
    starts_on = DateField(label=_("Since"))
    ends_on = DateField(label=_("First day it no longer holds"), required=False)


class EndRoleForm(ActionForm):
    ends_on = DateField(label=_("First day it no longer holds"))


class ParticipationForm(OncePerSubmission, ActionForm):
    status = forms.ChoiceField(label=_("Takes part"), choices=ParticipationStatus.choices)
    on = DateField(label=_("Said on"), past_only=True)
    reason = LongText(label=_("Reason"), required=False, help_text=NO_NAMES)


class ContactForm(OncePerSubmission, ActionForm):
    """Adds a contact."""

    post = ShortText(label=_("Position"), max_length=120)
    name = ShortText(label=_("Name"), max_length=150)
    phone = ShortText(label=_("Phone"), max_length=40)
    email = forms.EmailField(label=_("E-mail"), max_length=254, required=False)

    def clean_phone(self) -> str:
        """A direct number, a switchboard, or one with an extension; a word without digits is refused."""
        phone = str(self.cleaned_data["phone"])
        if phone and sum(letter.isdigit() for letter in phone) < FEWEST_DIGITS:
            raise forms.ValidationError(_("This is not a phone number: write its digits."))
        return phone


class ChangeContactForm(PartnerRowForm, ContactForm):
    """Changes a contact."""


class EndContactForm(ActionForm):
    ended_on = DateField(label=_("No longer since"), past_only=True)


class PartnerRequestForm(OncePerSubmission, ActionForm):
    """Adds a request."""

    kind = forms.ChoiceField(label=_("Asked for"), choices=RequestKind.choices)
    asked_by = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Asked by"), required=False, empty_label=_("Us")
    )
    asked_of = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Asked of"), required=False, empty_label=_("Us")
    )
    on = DateField(label=_("Asked on"), past_only=True)
    words = LongText(label=_("What exactly"), required=False, help_text=NO_NAMES)


class CorrectPartnerRequestForm(MistakeField, WhyPutRight, PartnerRowForm, PartnerRequestForm):
    outcome = forms.ChoiceField(label=_("Answer"), choices=RequestOutcome.choices)
    answered_on = DateField(label=_("Answered on"), past_only=True, required=False)
    reason_given = LongText(label=_("Reason given"), required=False, help_text=NO_NAMES)

    def current_values(self, row: PartnerRequest) -> dict[str, Any]:
        """As in the base. The row's `reason` is the partner's; the form's `reason` is that of the correction."""
        return super().current_values(row) | {"reason_given": row.reason, "reason": ""}


class PartnerAnswerForm(ActionForm):
    outcome = forms.ChoiceField(
        label=_("Answer"),
        choices=offered(RequestOutcome, among=REQUEST_MOVES[RequestOutcome.OPEN]),
    )
    answered_on = DateField(label=_("Answered on"), past_only=True)
    reason = LongText(label=_("Reason given"), required=False, help_text=NO_NAMES)


class TensionForm(OncePerSubmission, ActionForm):
    """Adds a tension."""

    on = DateField(label=_("Date"), past_only=True)
    municipality = forms.ModelChoiceField(Municipality.objects.all(), label=_("Municipality"))
    kind = forms.ChoiceField(label=_("What happened"), choices=TensionKind.choices)
    level = forms.TypedChoiceField(label=_("Level"), choices=TensionLevel.choices, coerce=int)
    source = ShortText(label=_("Who told it"), max_length=200)
    account = LongText(label=_("What was told"), required=False, help_text=NO_NAMES)


class CorrectTensionForm(MistakeField, WhyPutRight, PartnerRowForm, TensionForm):
    """Corrects a tension."""


class ReportedFigureForm(OncePerSubmission, ActionForm):
    metric = forms.ChoiceField(label=_("What is counted"), choices=Metric.choices)
    on = DateField(label=_("On"), past_only=True)
    is_day_approximate = forms.BooleanField(label=_("The day is approximate"), required=False)
    operator = forms.ChoiceField(label=_("The source says"), choices=Operator.choices)
    value = forms.IntegerField(label=_("Figure"), min_value=0, max_value=2_000_000_000)
    value_to = forms.IntegerField(
        label=_("Up to"),
        min_value=0,
        max_value=2_000_000_000,
        required=False,
        help_text=_("Only where the source gave a range."),
    )
    source = ShortText(
        label=_("Source"),
        max_length=200,
        required=True,
        help_text=_("Title, publisher and day; no link."),
    )
    note = ShortText(label=_("Note"), max_length=300)
