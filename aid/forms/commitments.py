"""Forms about commitments."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from aid.choices import AidKind, CostPer
from aid.models import Agreement, Commitment
from casework.corrections.forms import CorrectionForm
from casework.register.forms import choices_with_blank
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages.forms import ActionForm, DateField, OncePerSubmission, choose_from, on_file
from pages.money import Currency, MoneyField
from shelters.models import Site


class AgreementChoice(forms.ModelChoiceField):
    def label_from_instance(self, agreement: Agreement) -> str:
        return f"{agreement.payer} · {agreement.reference}"


class CommitmentForm(OncePerSubmission, ActionForm):
    """Commits aid to a target."""

    kind = forms.ChoiceField(label=_("Kind of aid"), choices=AidKind.choices)
    agreement = AgreementChoice(
        Agreement.objects.none(),
        label=_("Agreement"),
        required=False,
        empty_label=_("None"),
        help_text=_("The aid ends no later than its agreement."),
    )
    starts_on = DateField(label=_("From"))
    until = DateField(
        label=_("First day without"),
        required=False,
        help_text=_("Leave empty when no end was named."),
    )
    is_firm = forms.BooleanField(
        label=_("In writing or paid"),
        required=False,
        help_text=_("What was only said is kept and shown, but does not count as cover."),
    )
    cost = MoneyField(
        label=_("What it costs"),
        required=False,
        help_text=_("At the present rate, where known. A month begun counts as a whole one."),
    )
    currency = forms.ChoiceField(
        label=_("Currency"), choices=choices_with_blank(Currency.choices), required=False
    )
    cost_per = forms.ChoiceField(
        label=_("Costs this for"), choices=choices_with_blank(CostPer.choices), required=False
    )
    source = forms.CharField(
        label=_("Who said so, and how"),
        required=False,
        widget=forms.Textarea(attrs={"rows": 3}),
    )

    def __init__(
        self, *args: Any, target: Site | Case | Individual, user: User, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.fields["starts_on"].initial = user.today()
        agreements = self.agreements(target, user).select_related("payer")
        choose_from(self, "agreement", agreements)
        if not agreements:
            del self.fields["agreement"]

    def agreements(self, target: Site | Case | Individual, user: User) -> Any:
        """The agreements on which the commitment can be based."""
        visible = Agreement.objects.visible_to(user).filter(office=target.office)
        return visible.not_ended_on(user.today())


class CorrectCommitmentForm(CorrectionForm, CommitmentForm):
    """Corrects a commitment."""

    def __init__(self, *args: Any, row: Commitment, user: User, **kwargs: Any) -> None:
        self.row = row
        initial = on_file(CommitmentForm, row)
        super().__init__(*args, target=row.target, user=user, initial=initial, **kwargs)
        if "agreement" in self.fields:
            self.fields["agreement"].help_text = ""

    def agreements(self, target: Site | Case | Individual, user: User) -> Any:
        """Agreements of the commitment's office, also those that have ended."""
        return Agreement.objects.visible_to(user).filter(office=self.row.office)


class EndCommitmentForm(ActionForm):
    """Ends a commitment."""

    until = DateField(label=_("First day without"))
