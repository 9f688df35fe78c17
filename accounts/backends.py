"""Who is behind a session."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend

from accounts.models import User


class StaffBackend(AuthenticationBackend):
    """Log-in by e-mail and password. Brings the office along, so that no page asks for it again."""

    def get_user(self, user_id: Any) -> User | None:
        user: User | None = (
            User.objects.select_related("office").filter(pk=user_id, is_active=True).first()
        )
        return user
