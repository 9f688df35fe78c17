"""Forms for pairs of records that may be one person."""

from collections.abc import Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.duplicates.choices import (
    GROUNDS_OFFERED,
    PAIR_MOVES,
    Grounds,
    PairStatus,
    grounds_for,
)
from casework.duplicates.models import DuplicatePair
from casework.register.forms import numbered_person
from casework.register.models.individual import Individual
from pages.choices import NextState
from pages.forms import ActionForm, LongText, ShortText, choose_from


class GroundsFields(forms.Form):
    """Mixin: the reason, as a code and as text."""

    grounds = forms.ChoiceField(label=_("Reason"), choices=[("", "—"), *GROUNDS_OFFERED])
    reason = LongText(
        label=_("In other words"),
        required=False,
        max_length=1000,
        needed_when=_("needed for another reason"),
    )

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if cleaned.get("grounds") == Grounds.OTHER and not cleaned.get("reason", "").strip():
            self.add_error("reason", _("Write down the reason."))
        return cleaned


class OtherRecordForm(ActionForm):
    """Asks for the number of another record that the user may decide about."""

    other = ShortText(
        label=_("Number of the other record"),
        required=True,
        max_length=20,
        help_text="A-2026-000123-01",
    )

    def __init__(self, data: Mapping[str, Any] | None = None, *, user: User) -> None:
        self.user = user
        super().__init__(data)

    def clean_other(self) -> Individual:
        return numbered_person(self.cleaned_data["other"], self.user, Permission.DUPLICATE_DECIDE)


class DecidePairForm(GroundsFields, ActionForm):
    """Asks for the decision about a pair, and its grounds."""

    status = NextState(PairStatus, label=_("Decision"), widget=forms.HiddenInput)

    def __init__(
        self, data: QueryDict | None = None, *, pair: DuplicatePair, answer: str = ""
    ) -> None:
        """`answer` is the status that the form offers with its grounds; without it, all statuses and grounds."""
        super().__init__(data, initial={"status": answer}, auto_id=f"id_{answer or 'pair'}_%s")
        self.answer = answer
        allowed = [status for status in ANSWERS if status in PAIR_MOVES[pair.status]]
        choose_from(self, "status", [(status.value, status.label) for status in allowed])
        if answer:
            self.fields["grounds"] = forms.ChoiceField(
                label=_("Reason"), choices=[("", "—"), *grounds_for(answer)]
            )

    @property
    def label(self) -> str:
        return str(PairStatus(self.answer).label)

    @property
    def buttons(self) -> list[tuple[str, Any]]:
        """The grounds as (value, label), except "other": each is a button that decides and gives the grounds."""
        return [each for each in grounds_for(self.answer) if each[0] != Grounds.OTHER]


ANSWERS = (PairStatus.SAME, PairStatus.DIFFERENT, PairStatus.OPEN)


def decision_forms(pair: DuplicatePair, data: QueryDict | None) -> list[DecidePairForm]:
    """Returns a form for each possible decision; that of the chosen status is bound to the data."""
    chosen = data.get("status", "") if data else ""
    allowed = [status for status in ANSWERS if status in PAIR_MOVES[pair.status]]
    # The chosen decision keeps its form if it is no longer allowed, so that the action can say why.
    return [
        DecidePairForm(data if status == chosen else None, pair=pair, answer=status)
        for status in ANSWERS
        if status in {*allowed, chosen}
    ]
