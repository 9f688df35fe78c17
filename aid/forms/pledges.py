"""Forms about pledges, needs and things handed out."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from aid.actions.pledges import MOST_MONTHS
from aid.choices import PLEDGE_MOVES, AidKind, Article, PledgeStatus
from aid.models import Pledge
from casework.corrections.forms import MistakeForm
from casework.register.forms import RowForm
from pages.choices import NextState, offered
from pages.forms import ActionForm, DateField, OncePerSubmission, ShortText, choose_from
from pages.money import Currency, MoneyField
from partners.models import Organisation


class PledgeForm(OncePerSubmission, ActionForm):
    funder = forms.ModelChoiceField(Organisation.objects.all(), label=_("Funder"))
    kinds = forms.MultipleChoiceField(
        label=_("Pays for"), choices=AidKind.choices, widget=forms.CheckboxSelectMultiple
    )
    amount = MoneyField(label=_("Amount for all months together"))
    currency = forms.ChoiceField(label=_("Currency"), choices=Currency.choices)
    first_month = DateField(label=_("First month"), help_text=_("Any day of that month."))
    months = forms.IntegerField(
        label=_("For how many months"), min_value=1, max_value=MOST_MONTHS, initial=1
    )
    status = forms.ChoiceField(
        label=_("Status"),
        choices=offered(PledgeStatus, among=set(PledgeStatus) - {PledgeStatus.REFUSED}),
    )


class CorrectPledgeForm(MistakeForm, RowForm, PledgeForm):
    """Corrects a pledge, and the state and day of its last step."""

    status = forms.ChoiceField(label=_("Status"), choices=PledgeStatus.choices)
    moved_on = DateField(label=_("Since"), past_only=True)


class MovePledgeForm(ActionForm):
    status = NextState(PledgeStatus, label=_("Status"))
    on = DateField(label=_("Date"), past_only=True)

    def __init__(self, *args: object, pledge: Pledge, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        choose_from(self, "status", offered(PledgeStatus, among=PLEDGE_MOVES[pledge.status]))


class MonthlyNeedForm(OncePerSubmission, ActionForm):
    kind = forms.ChoiceField(label=_("Kind of aid"), choices=AidKind.choices)
    amount = MoneyField(label=_("Amount per month"))
    currency = forms.ChoiceField(label=_("Currency"), choices=Currency.choices)
    first_month = DateField(label=_("First month"), help_text=_("Any day of that month."))
    months = forms.IntegerField(
        label=_("For how many months"), min_value=1, max_value=MOST_MONTHS, initial=1
    )


class DistributionForm(OncePerSubmission, ActionForm):
    """Records things handed out."""

    field_order: tuple[str, ...] = ("provider", "article", "quantity", "is_sure", "on", "remark")

    provider = forms.ModelChoiceField(Organisation.objects.all(), label=_("Provider"))
    article = forms.ChoiceField(label=_("What"), choices=Article.choices)
    quantity = forms.IntegerField(label=_("How many"), min_value=1, max_value=1_000_000, initial=1)
    on = DateField(label=_("Date"), past_only=True)
    remark = ShortText(label=_("Remark"), max_length=300)
    # Shown only after the action refused a doubtful number.
    is_sure = forms.BooleanField(label=_("So many were counted"), required=False)

    @property
    def is_doubtful(self) -> bool:
        return self.is_bound and ("is_sure" in self.errors or bool(self.data.get("is_sure")))

    def visible_fields(self) -> list[forms.BoundField]:
        shown = super().visible_fields()
        return [each for each in shown if each.name != "is_sure" or self.is_doubtful]


class CorrectDistributionForm(MistakeForm, RowForm, DistributionForm):
    """Corrects a distribution. Without the remark, because not every user of this form may read it."""

    field_order = ("provider", "article", "quantity", "is_sure", "on", "is_mistake", "reason")

    remark: Any = None
