"""Authentication backend."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from django.db.models import QuerySet

from accounts.models import User
from pages.questions import ANY_KEY, kept_rows


class StaffBackend(AuthenticationBackend):
    """Log-in by e-mail and password. Fetches the office along, so that no page queries it again."""

    def get_user(self, user_id: Any) -> User | None:
        accounts = kept_rows(_account, values={ANY_KEY: user_id})
        return accounts[0] if accounts else None


def _account() -> QuerySet[User]:
    accounts: QuerySet[User] = User.objects.select_related("office")
    return accounts.filter(pk=ANY_KEY, is_active=True)
