"""Inviting, correcting, disabling and resetting staff accounts, and settings of the own account."""

from allauth.mfa.models import Authenticator
from django.db import transaction
from django.utils.translation import gettext as _
from knox.models import AuthToken

from accounts.access import lock_for, require
from accounts.audit import record, save_and_record
from accounts.models import Office, Session, User
from accounts.permissions import Permission
from pages.refusals import ActionRefused


class UserRefused(ActionRefused):
    """An account cannot be changed in this way; the sentence says why."""


def _end_sessions_and_tokens(user: User) -> None:
    Session.objects.filter(user=user).delete()
    AuthToken.objects.filter(user=user).delete()


@transaction.atomic
def invite_user(*, email: str, full_name: str, office: Office, language: str, by: User) -> User:
    """Creates an account without password and role. The caller mails the link to set a password."""
    require(by, Permission.USER_CHANGE)
    if User.objects.filter(email__iexact=email).exists():
        raise UserRefused(_("Somebody has an account with this address."), field="email")
    user = User.objects.create_user(email, full_name=full_name, office=office, language=language)
    record("account.invited", by=by, about=user)
    return user


@transaction.atomic
def rename_user(user: User, *, full_name: str, title: str, by: User) -> User:
    """Corrects name and title. An e-mail address cannot be corrected, because the link to set a password was sent there."""
    user = lock_for(user, Permission.USER_CHANGE, by=by)
    was = f"{user.full_name} {user.title}".strip()
    if (user.full_name, user.title) == (full_name, title):
        raise UserRefused(_("Nothing was changed."), field="full_name")
    user.full_name, user.title = full_name, title
    return save_and_record(
        user, "full_name", "title", verb="account.renamed", by=by, details={"before": was}
    )


@transaction.atomic
def disable_user(user: User, *, by: User) -> User:
    """Disables the account and ends its sessions and tokens at once. What the person recorded stays."""
    user = lock_for(user, Permission.USER_CHANGE, by=by)
    if user == by:
        raise UserRefused(_("Nobody disables the own account. Ask another administrator."))
    user.is_active = False
    _end_sessions_and_tokens(user)
    return save_and_record(user, "is_active", verb="account.disabled", by=by)


@transaction.atomic
def enable_user(user: User, *, by: User) -> User:
    """Enables the account again, with the roles that are still in force."""
    user = lock_for(user, Permission.USER_CHANGE, by=by)
    user.is_active = True
    return save_and_record(user, "is_active", verb="account.enabled", by=by)


@transaction.atomic
def reset_password(user: User, *, by: User) -> User:
    """Invalidates the password and ends all sessions and tokens. The caller mails the link to set a new one."""
    user = lock_for(user, Permission.USER_CHANGE, by=by)
    if not user.is_active:
        raise UserRefused(_("Enable the account first."))
    user.set_unusable_password()
    _end_sessions_and_tokens(user)
    return save_and_record(user, "password", verb="account.password_reset", by=by)


@transaction.atomic
def reset_second_factor(user: User, *, by: User) -> User:
    """Removes the second factor, for example of a lost phone, and ends all sessions and tokens."""
    user = lock_for(user, Permission.USER_CHANGE, by=by)
    if user == by:
        raise UserRefused(_("Another administrator resets your second factor."))
    Authenticator.objects.filter(user=user).delete()
    _end_sessions_and_tokens(user)
    record("account.second_factor_reset", by=by, about=user)
    return user


@transaction.atomic
def change_language(user: User, *, language: str, by: User) -> User:
    """Sets the language of pages and mails for the own account."""
    require(by, Permission.ACCOUNT_CHANGE, about=user)
    user.language = language
    user.save(update_fields=["language"])
    return user


@transaction.atomic
def change_title(user: User, *, title: str, by: User) -> User:
    """Sets the title below the own signature in future letters."""
    require(by, Permission.ACCOUNT_CHANGE, about=user)
    was, user.title = user.title, title
    return save_and_record(user, "title", verb="account.title_set", by=by, details={"before": was})


@transaction.atomic
def change_shortcuts(user: User, *, has_no_letter_keys: bool, by: User) -> User:
    """Sets whether single-key shortcuts work for the own account."""
    require(by, Permission.ACCOUNT_CHANGE, about=user)
    user.has_no_letter_keys = has_no_letter_keys
    user.save(update_fields=["has_no_letter_keys"])
    return user
