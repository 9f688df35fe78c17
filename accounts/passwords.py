"""Our password validators."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.rules.passwords import MOST_LETTERS, is_guessable


class NotGuessable:
    """Refuses common passwords, and those too long to check. Asks no service outside."""

    def validate(self, password: str, user: User | None = None) -> None:
        if len(password) > MOST_LETTERS:
            raise ValidationError(
                _("A password may have %(most)d characters at most."),
                code="password_too_long",
                params={"most": MOST_LETTERS},
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
