"""The form for the code of the second factor at log-in."""

from allauth.mfa.base.forms import AuthenticateForm
from django.core.exceptions import ValidationError

from accounts.audit import record


class SecondFactorForm(AuthenticateForm):
    """Records wrong codes in the audit log: they suggest that somebody else knows the password."""

    def clean_code(self) -> str:
        try:
            return str(super().clean_code())
        except ValidationError:
            record("account.second_factor_failed", by=None, about=self.user)
            raise
