"""The password validator."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rules.passwords import LONGEST_CHECKED, is_guessable


class NotGuessable:
    """Refuses passwords that are easy to guess, or too long to check. Calls no external service."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) > LONGEST_CHECKED:
            raise ValidationError(
                _("A password may have %(most)d characters at most."),
                code="password_too_long",
                params={"most": LONGEST_CHECKED},
            )
        if is_guessable(password):
            raise ValidationError(
                _(
                    "This password is easy to guess. Take several words that have nothing in common."
                ),
                code="password_guessable",
            )

    def get_help_text(self) -> str:
        return _("Several words that have nothing in common are best. Spaces are welcome.")
