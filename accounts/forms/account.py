"""Forms of the own account, and log-in and password forms."""

import contextlib
from typing import Any

from allauth.account.forms import LoginForm, ResetPasswordForm
from django import forms
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from kombu.exceptions import OperationalError

from accounts.actions.password_links import request_password_link
from accounts.models.user import LANGUAGES
from accounts.tasks import send_links
from pages.forms import ActionForm, ShortText


class LanguageForm(ActionForm):
    language = forms.ChoiceField(label=_("Language"), choices=LANGUAGES)


class TitleForm(ActionForm):
    """The own title, which letters print below the signature."""

    title = ShortText(
        label=_("Title under the signature"),
        max_length=80,
        help_text=_("For example “Lawyer”. Empty: letters print the name alone."),
    )


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
