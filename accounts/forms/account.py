"""Forms of the own account, and log-in and password forms."""

import contextlib
from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts.actions.password_links import request_password_link
from accounts.models import User
from accounts.models.user import LANGUAGES
from accounts.querysets import in_care_of
from accounts.tasks import send_links
from pages.forms import ActionForm, DateField, ShortText


class LanguageForm(ActionForm):
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)


class TitleForm(ActionForm):
    """The own title, which letters print below the signature."""

    title = ShortText(
        label=_("Title under the signature"),
        max_length=80,
        help_text=_("For example “Lawyer”. Empty: letters print the name alone."),
    )


class StandInForm(ActionForm):
    """Who is away, the deputy, and the days. `user` is left out if the only choice is the own account."""

    user = forms.ModelChoiceField(User.objects.none(), label=_("Who is away"))
    deputy = forms.ModelChoiceField(
        User.objects.none(),
        label=_("Who stands in"),
        help_text=_(
            "A colleague of the same office. What they may not see is told to the supervision."
        ),
    )
    starts_on = DateField(label=_("Away from"))
    ends_on = DateField(label=_("Back on"), help_text=_("The first day back."))

    def __init__(self, *args: Any, by: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        users = User.objects.filter(in_care_of(by), is_active=True)
        fields: Any = self.fields
        fields["user"].queryset = users
        fields["deputy"].queryset = User.objects.filter(
            is_active=True, office__in=users.values("office")
        )
        if users.count() == 1:
            del fields["user"]


class PlainLoginForm(LoginForm):
    """allauth's form without placeholders; the link for forgotten passwords is below the button."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["password"].help_text = ""
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)


class ShortcutsForm(ActionForm):
    has_no_letter_keys = forms.BooleanField(
        label=_("Switch off keys of one sign alone"),
        required=False,
        help_text=_(
            "“/”, “?”, “j”, “k” and the digits of proposed places then do nothing. Alt and a digit stays."
        ),
    )


class ForgottenPasswordForm(ResetPasswordForm):
    """allauth's form; a worker sends the mail."""

    def save(self, request: HttpRequest, **kwargs: Any) -> str:
        email = str(self.cleaned_data["email"])
        request_password_link(email)
        # If the broker is down, the next run of the periodic task mails it.
        with contextlib.suppress(OperationalError, OSError):
            send_links.delay()
        return email
