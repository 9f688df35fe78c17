"""What a former member handed over."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.actions.disarmaments import OUTCOMES
from casework.choices import OrganisationKind
from casework.choices.disarmament import Answer
from casework.forms.fields import ShortText
from casework.models import Disarmament, Individual, Organisation
from pages.forms import ActionForm, DateField, EditVersion


class AnswerField(forms.ChoiceField):
    """Yes, no or not known, side by side."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            choices=Answer.choices,
            initial=Answer.UNKNOWN,
            widget=forms.RadioSelect,
            **kwargs,
        )


class DisarmamentForm(EditVersion, ActionForm):
    arms_carried = AnswerField(label=_("Carried arms"))
    arms_surrendered = AnswerField(label=_("Surrendered the arms"))
    uniform_handed_over = AnswerField(label=_("Handed over uniform and insignia"))
    vehicle_surrendered = AnswerField(label=_("Surrendered a vehicle"))
    received_by = forms.ModelChoiceField(
        Organisation.objects.filter(kind=OrganisationKind.STATE),
        label=_("Received by"),
        required=False,
    )
    receipt_number = ShortText(label=_("Number of the receipt"), max_length=60)
    on = DateField(label=_("Handed over on"), required=False, past_only=True)

    def __init__(self, *args: Any, individual: Individual, known: Disarmament | None) -> None:
        arrival = individual.arrival
        guess = {"on": arrival.on, "received_by": arrival.received_by} if arrival else {}
        on_file = {name: getattr(known, name) for name in (*OUTCOMES, "version")} if known else {}
        super().__init__(*args, initial=on_file or guess)
