"""Forms for caregivers, and for reports to the authority."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from casework.children.choices import CareKind, MaySign
from casework.children.querysets import surely_adult
from casework.register.forms import AboutForm, PersonChoice, choices_with_blank
from casework.register.models.individual import Individual
from casework.register.querysets.case import members_today
from casework.register.querysets.individual import case_of
from pages.forms import DateField, LongText, OncePerSubmission, ShortText, choose_from


class CaregiverForm(OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(
        label=_("Who cares for the child"), choices=choices_with_blank(CareKind.choices)
    )
    adult = PersonChoice(
        queryset=Individual.objects.none(),
        label=_("On file in this case"),
        required=False,
        empty_label=_("Somebody else"),
    )
    name = ShortText(
        label=_("Or the name of somebody else"), max_length=160, help_text=_("A person or a home.")
    )
    reached_by = ShortText(label=_("How they are reached"))
    may_sign = forms.ChoiceField(
        label=_("May they sign for the child?"), choices=choices_with_blank(MaySign.choices)
    )
    act = ShortText(
        label=_("The act that says so"),
        help_text=_("For who may sign: which authority, number and day."),
    )
    starts_on = DateField(label=_("Since"), past_only=True)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "adult", Individual.objects.filter(pk__in=self._adults()))

    def _adults(self) -> list[Any]:
        today = self.user.today()
        case = case_of(self.row, today)
        members = members_today(case, today) if case else []
        return [
            member.individual_id for member in members if surely_adult(member.individual, today)
        ]


class TellAuthorityForm(OncePerSubmission, AboutForm):
    TODAY = ("on",)
    on = DateField(label=_("Told on"), past_only=True)
    authority = ShortText(
        label=_("Which office was told"),
        required=True,
        max_length=160,
        help_text=_(
            "In Colombia the ICBF or, where it is far, the family commissioner or the police."
        ),
    )
    reference = ShortText(label=_("Number there"), max_length=80)
    note = LongText(label=_("What it answered"), max_length=4_000, required=False)
