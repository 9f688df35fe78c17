"""The form that asks for a list with names."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Office, User
from accounts.permissions import Permission
from casework.consents.choices import Purpose
from pages.forms import ActionForm, OncePerSubmission, choose_from
from partners.models import Organisation

SHARING = (
    Purpose.UNHCR,
    Purpose.GOVERNMENT,
    Purpose.AID_ORGANISATION,
    Purpose.LEGAL_AID,
    Purpose.HEALTH,
)


class NamedListForm(OncePerSubmission, ActionForm):
    """Recipient, purpose and reason."""

    recipient = forms.ModelChoiceField(label=_("For whom"), queryset=Organisation.objects.all())
    purpose = forms.ChoiceField(
        label=_("Consent that is asked"), choices=[(each.value, each.label) for each in SHARING]
    )
    reason = forms.CharField(
        label=_("Why names are needed"), widget=forms.Textarea(attrs={"rows": 3}), max_length=500
    )
    office = forms.ModelChoiceField(
        label=_("Office"), queryset=Office.objects.none(), empty_label=None
    )

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        offices = Office.objects.filter(pk__in=user.office_ids(Permission.NAMED_LIST_MAKE))
        choose_from(self, "office", offices)
        self.fields["office"].initial = offices.first()
        if len(offices) == 1:
            self.fields["office"].widget = forms.HiddenInput()
