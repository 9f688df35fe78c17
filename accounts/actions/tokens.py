"""API tokens: creating and revoking them. Also ends other sessions of a user."""

from django.db import transaction
from django.utils.translation import gettext as _
from knox.models import AuthToken

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused

MOST_TOKENS = 5


class TokenRefused(ActionRefused):
    """The user has as many tokens as are allowed."""


@transaction.atomic
def create_token(user: User, *, by: User) -> str:
    """Makes a token with the user's permissions, for 90 days at most. Returns it in plain text; only its hash is stored."""
    user = lock_for(user, Permission.ACCOUNT_CHANGE, by=by)
    if AuthToken.objects.filter(user=user).count() >= MOST_TOKENS:
        raise TokenRefused(_("You have five tokens. Revoke one first."))
    _row, token = AuthToken.objects.create(user=user)
    record("account.token_created", by=by, about=user)
    return str(token)


@transaction.atomic
def revoke_token(token: AuthToken, *, by: User) -> None:
    """Deletes the token. Only its owner may."""
    require(by, Permission.ACCOUNT_CHANGE, about=token.user)
    token.delete()
    record("account.token_revoked", by=by, about=by)


@transaction.atomic
def end_other_sessions(user: User, *, keep: str, by: User) -> int:
    """Ends all the user's sessions except the one stored under `keep`; returns how many."""
    require(by, Permission.ACCOUNT_CHANGE, about=user)
    ended, _models = user.sessions.exclude(session_key=keep).delete()
    record("account.sessions_ended", by=by, about=user, details={"sessions": ended})
    return ended
