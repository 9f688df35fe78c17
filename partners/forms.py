"""Forms about organisations, contacts, requests, unrest and reported figures."""

from django import forms
from django.utils.translation import gettext_lazy as _

from pages.choices import offered
from pages.forms import ActionForm, DateField, LongText, OncePerSubmission, ShortText
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
from partners.models import Organisation
from reference.models import Municipality

NO_NAMES = _("Write no names of people who are supported.")


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


class EndRoleForm(ActionForm):
    ends_on = DateField(label=_("First day it no longer holds"))


class ParticipationForm(OncePerSubmission, ActionForm):
    status = forms.ChoiceField(label=_("Takes part"), choices=ParticipationStatus.choices)
    on = DateField(label=_("Said on"), past_only=True)
    reason = LongText(label=_("Reason"), required=False, help_text=NO_NAMES)


class ContactForm(OncePerSubmission, ActionForm):
    post = ShortText(label=_("Position"), max_length=120)
    name = ShortText(label=_("Name"), max_length=150)
    phone = ShortText(label=_("Phone"), max_length=40)
    email = forms.EmailField(label=_("E-mail"), required=False)


class EndContactForm(ActionForm):
    ended_on = DateField(label=_("No longer since"), past_only=True)


class RequestForm(OncePerSubmission, ActionForm):
    kind = forms.ChoiceField(label=_("Asked for"), choices=RequestKind.choices)
    asked_by = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Asked by"), required=False, empty_label=_("Us")
    )
    asked_of = forms.ModelChoiceField(
        Organisation.objects.all(), label=_("Asked of"), required=False, empty_label=_("Us")
    )
    on = DateField(label=_("Asked on"), past_only=True)
    words = LongText(label=_("What exactly"), required=False, help_text=NO_NAMES)


class AnswerForm(ActionForm):
    outcome = forms.ChoiceField(
        label=_("Answer"),
        choices=offered(RequestOutcome, among=REQUEST_MOVES[RequestOutcome.OPEN]),
    )
    answered_on = DateField(label=_("Answered on"), past_only=True)
    reason = LongText(label=_("Reason given"), required=False, help_text=NO_NAMES)


class TensionForm(OncePerSubmission, ActionForm):
    on = DateField(label=_("Date"), past_only=True)
    municipality = forms.ModelChoiceField(Municipality.objects.all(), label=_("Municipality"))
    kind = forms.ChoiceField(label=_("What happened"), choices=TensionKind.choices)
    level = forms.TypedChoiceField(label=_("Level"), choices=TensionLevel.choices, coerce=int)
    source = ShortText(label=_("Who told it"), max_length=200)
    account = LongText(label=_("What was told"), required=False, help_text=NO_NAMES)


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
