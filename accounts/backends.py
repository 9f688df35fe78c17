"""Authentication backend."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import QuerySet

from accounts.models import User
from pages.questions import PLACEHOLDER, cached_rows


class StaffBackend(AuthenticationBackend):
    """Log-in by e-mail and password. Fetches the office along, so that no page queries it again."""

    def get_user(self, user_id: Any) -> User | None:
        accounts = cached_rows(_active_user, values={PLACEHOLDER: user_id})
        return accounts[0] if accounts else None


def _active_user() -> QuerySet[User]:
    accounts: QuerySet[User] = User.objects.select_related("office")
    return accounts.filter(pk=PLACEHOLDER, is_active=True)
