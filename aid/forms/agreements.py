"""Forms about agreements."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from accounts.permissions import Permission
from aid.choices import AidKind, RenunciationAsked
from aid.models import Agreement
from casework.corrections.forms import CorrectionForm
from casework.register.forms import RowForm
from pages.filters import ShortListField
from pages.forms import (
    ActionForm,
    DateField,
    OncePerSubmission,
    ShortText,
    choose_from,
    field_of,
    on_file,
)
from pages.money import Currency, MoneyField
from partners.forms import organisations_by_role
from partners.models import Organisation


class AgreementForm(OncePerSubmission, ActionForm):
    """Records or changes an agreement."""

    office = forms.ModelChoiceField(Office.objects.none(), label=_("Office"))
    payer = forms.ModelChoiceField(Organisation.objects.all(), label=_("Payer"))
    reference = forms.CharField(
        label=_("Reference"), max_length=60, help_text=_("The number on the paper.")
    )
    kinds = forms.MultipleChoiceField(
        label=_("Pays for"), choices=AidKind.choices, widget=forms.CheckboxSelectMultiple
    )
    starts_on = DateField(label=_("Starts on"))
    ends_on = DateField(
        label=_("First day not paid"),
        required=False,
        help_text=_("Leave empty when no end was named."),
    )
    amount = MoneyField(label=_("Amount"), required=False)
    currency = forms.ChoiceField(
        label=_("Currency"), choices=[("", "—"), *Currency.choices], required=False
    )
    condition = forms.ChoiceField(
        label=_("Condition of the payer"),
        choices=[("", _("No condition known")), *RenunciationAsked.choices],
        required=False,
        help_text=_("Families and children are never asked, whatever the agreement says."),
    )
    condition_text = ShortText(
        label=_("Where the agreement says so"),
        max_length=500,
        help_text=_("The clause, word for word: it stands beside whatever is said of it."),
    )

    def __init__(
        self, *args: Any, user: User, agreement: Agreement | None = None, **kwargs: Any
    ) -> None:
        if agreement:
            kwargs["initial"] = on_file(type(self), agreement)
        super().__init__(*args, **kwargs)
        field_of(self, "payer").choices = organisations_by_role(user)
        offices = Office.objects.filter(pk__in=user.office_ids(Permission.AGREEMENT_CHANGE))
        office = self.fields["office"]
        choose_from(self, "office", offices)
        if agreement:
            del self.fields["office"]
        elif len(offices) == 1:
            office.initial = offices[0]
            office.widget = forms.HiddenInput()


class EndNoticeForm(ActionForm):
    """Asks for the day of a notice and the first day that is not paid."""

    given_on = DateField(label=_("Notice given on"), past_only=True)
    ends_on = DateField(label=_("First day not paid"))


class CorrectEndNoticeForm(CorrectionForm, RowForm):
    """Corrects a recorded notice."""

    notice_given_on = DateField(
        label=_("Notice given on"),
        past_only=True,
        required=False,
        help_text=_("Leave empty when no notice was given: it was recorded by mistake."),
    )
    ends_on = DateField(
        label=_("First day not paid"),
        required=False,
        help_text=_("Without a notice: as the agreement says, or empty when it names no end."),
    )


class AgreementFilterForm(forms.Form):
    """Filters a list by agreement."""

    agreement = ShortListField(
        queryset=Agreement.objects.none(), label=_("Agreement"), required=False
    )

    def __init__(self, *args: Any, agreements: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        field: Any = self.fields["agreement"]
        field.queryset = agreements
