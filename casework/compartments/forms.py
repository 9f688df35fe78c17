"""Forms that write a confidential account, and that name its readers."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from accounts.models import Grant, User
from accounts.permissions import Permission
from accounts.roles import ROLES
from casework.compartments.choices import AccountKind, AccountSource
from casework.register.forms import AboutForm, choices_with_blank
from pages.forms import DateField, LongText, OncePerSubmission, choose_from

READING_ROLES = [
    role for role, words in ROLES.items() if Permission.COMPARTMENT_READ in words.permissions
]


class WriteAccountForm(OncePerSubmission, AboutForm):
    kind = forms.ChoiceField(
        label=_("What is it about?"), choices=choices_with_blank(AccountKind.choices)
    )
    source = forms.ChoiceField(
        label=_("How do you know it?"), choices=choices_with_blank(AccountSource.choices)
    )
    text = LongText(
        label=_("What was said"),
        help_text=_(
            "Only what is needed to help, in the person's own words where you can. Do not ask for more than they tell."
        ),
    )


class NameReaderForm(OncePerSubmission, AboutForm):
    """Names a reader of the office, which is `row`."""

    reader = forms.ModelChoiceField(User.objects.none(), label=_("Who reads it"))
    until = DateField(label=_("Until"), required=False)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        grants = Grant.objects.in_force(self.user.today())
        staff = grants.filter(office=self.row, role__in=READING_ROLES).values("user")
        offered = User.objects.filter(pk__in=staff, is_active=True).exclude(pk=self.user.pk)
        choose_from(self, "reader", offered)
