"""Forms for service in a force, sanctions by the state of origin, and disarmament."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.register.choices import YesNo
from casework.register.forms import AboutForm, RowForm, choices_with_blank
from casework.service.actions import OUTCOME_FIELDS
from casework.service.choices import NOBODY_ASKED, SanctionType, ServiceEnd
from casework.service.models import Disarmament
from pages.forms import (
    ActionForm,
    ChoiceOrDefault,
    EditVersion,
    LongText,
    OncePerSubmission,
    ShortText,
)
from pages.rough_field import RoughDateField
from partners.choices import STATE_KINDS
from partners.models import Organisation
from reference.forms import OfferedChoice, RankChoice
from reference.models import Force, Rank, SanctionInstrument


class AnswerField(forms.ChoiceField):
    """Yes, no or unknown, in one line."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=YesNo.choices,
            initial=YesNo.UNKNOWN,
            widget=forms.RadioSelect,
            **kwargs,
        )


class DisarmamentForm(EditVersion, ActionForm):
    arms_carried = AnswerField(label=_("Carried arms"))
    arms_surrendered = AnswerField(label=_("Surrendered the arms"))
    uniform_handed_over = AnswerField(label=_("Handed over uniform and insignia"))
    vehicle_surrendered = AnswerField(label=_("Surrendered a vehicle"))
    received_by = forms.ModelChoiceField(
        Organisation.objects.filter(kind__in=STATE_KINDS),
        label=_("Received by"),
        required=False,
    )
    receipt_number = ShortText(label=_("Number of the receipt"), max_length=60)
    on = RoughDateField(label=_("Handed over on"))

    def __init__(self, *args: Any, row: Disarmament | None) -> None:
        stored = {name: getattr(row, name) for name in (*OUTCOME_FIELDS, "version")} if row else {}
        super().__init__(*args, initial=stored)


class ServiceAnswerForm(OncePerSubmission, AboutForm):
    is_service_asked = forms.TypedChoiceField(
        label=_("Answer"),
        choices=[(YesNo.YES.value, _("Asked: served in no force")), (YesNo.NO.value, NOBODY_ASKED)],
        coerce=lambda answer: answer == YesNo.YES,
        widget=forms.RadioSelect,
    )


class SanctionForm(OncePerSubmission, AboutForm):
    """Adds a sanction."""

    type = forms.ChoiceField(label=_("Type"), choices=choices_with_blank(SanctionType.choices))
    instrument = forms.ModelChoiceField(
        SanctionInstrument.objects.all(), label=_("Decree or order"), required=False
    )
    on = RoughDateField(
        label=_("Date"),
        help_text=_("2024, 3/2024 or 12/3/2024. Left empty, the day of the decree."),
    )
    names_person = ChoiceOrDefault(
        label=_("Is this person named in it?"), choices=YesNo.choices, initial=YesNo.UNKNOWN
    )
    charge = ShortText(label=_("Charge"))
    evidence = LongText(
        label=_("Evidence"),
        required=False,
        help_text=_("What shows it: the gazette, a copy, a message, what relatives were told."),
    )


class CorrectSanctionForm(RowForm, SanctionForm):
    """Replaces a sanction; prefilled with the current values."""


class ServiceForm(OncePerSubmission, AboutForm):
    """Adds a period of service. Years are enough if the dates are unknown."""

    force = OfferedChoice(Force, label=_("Force"))
    rank = RankChoice(Rank, label=_("Rank"))
    unit = ShortText(label=_("Unit"))
    role = ShortText(label=_("Last role"))
    people_commanded = forms.IntegerField(
        label=_("People under command"), min_value=0, max_value=100_000, required=False
    )
    years_of_service = forms.IntegerField(
        label=_("Years of service"),
        min_value=0,
        max_value=60,
        required=False,
        help_text=_("If the dates are not known."),
    )
    served_from = RoughDateField(label=_("Served from"))
    served_until = RoughDateField(label=_("Served until"))
    ending = ChoiceOrDefault(
        label=_("How it ended"), choices=ServiceEnd.choices, initial=ServiceEnd.UNKNOWN
    )


class CorrectServiceForm(RowForm, ServiceForm):
    """Replaces a period of service; prefilled with the current values."""
