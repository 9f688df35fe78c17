"""The model of staff accounts."""

import datetime
import uuid
from functools import cached_property
from typing import Any

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models.office import Office
from accounts.permissions import Permission
from accounts.querysets import UserQuerySet
from accounts.roles import ROLES, HeldAt
from pages.order import ByName
from pages.questions import PLACEHOLDER, cached_rows

LANGUAGES = [("es", "Español"), ("en", "English")]


class UserManager(BaseUserManager.from_queryset(UserQuerySet)):
    def create_user(self, email: str, password: str | None = None, **fields: Any) -> "User":
        """Creates an account. Without a password the user cannot log in before setting one through a mailed link."""
        user: User = self.model(email=self.normalize_email(email).lower(), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def get_by_natural_key(self, username: str | None) -> "User":
        user: User = self.get(email__iexact=username)
        return user


def _in_force(grants: type[models.Model], today: datetime.date) -> models.QuerySet[Any]:
    manager: Any = grants._default_manager
    in_force: models.QuerySet[Any] = manager.in_force(today).filter(user=PLACEHOLDER)
    return in_force.select_related("office", "team")


class User(AbstractBaseUser):
    """A staff account, identified by e-mail. The user's grants decide which rows it may see."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(_("e-mail"), unique=True)
    full_name = models.CharField(_("name"), max_length=150)
    # Free text: a role in Amparo is no profession.
    title = models.CharField(_("title under the signature"), max_length=80, blank=True)
    office = models.ForeignKey(
        Office,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="staff",
        verbose_name=_("office"),
    )
    language = models.CharField(_("language"), max_length=2, choices=LANGUAGES, default="es")
    has_no_letter_keys = models.BooleanField(_("no keys of one sign alone"), default=False)
    is_active = models.BooleanField(_("may log in"), default=True)
    joined_at = models.DateTimeField(_("since"), default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["full_name"]

    class Privacy:
        open = {"office", "language", "has_no_letter_keys", "is_active", "joined_at", "last_login"}
        staff = {"email", "full_name", "title", "password"}

    class Meta:
        verbose_name = _("user")
        verbose_name_plural = _("users")
        ordering = [ByName("full_name"), "full_name"]

    def __str__(self) -> str:
        return self.full_name

    def get_full_name(self) -> str:
        return self.full_name

    def local_time(self) -> datetime.datetime:
        """The present moment in the time zone of the user's office, or in the default one without an office."""
        return self.office.local_time() if self.office else timezone.localtime()

    def today(self) -> datetime.date:
        return self.local_time().date()

    @cached_property
    def grants_today(self) -> list[Any]:
        """Grants in force today, with office and team. Cached on the user object."""
        if not self.is_active:
            return []
        grants: Any = self.grants
        grants_in_force = cached_rows(
            _in_force, grants.model, self.today(), values={PLACEHOLDER: self.pk}
        )
        for grant in grants_in_force:
            grant.user = self
        return grants_in_force

    @cached_property
    def standing(self) -> frozenset[tuple[str, uuid.UUID, uuid.UUID | None]]:
        """(role, office key, team key) of each of today's grants."""
        return frozenset(
            (grant.role, grant.office_id, grant.team_id) for grant in self.grants_today
        )

    @property
    def standing_key(self) -> tuple[Any, ...]:
        """The cache key of compiled queries that depend on the user (`pages.questions`): user, grants and day."""
        return self.pk, self.standing, self.today()

    def permissions_today(self) -> frozenset[Permission]:
        """Every permission that the user holds in any office or team, and that for the own account, which needs no role."""
        return self._permissions_today

    @cached_property
    def _permissions_today(self) -> frozenset[Permission]:
        own = {Permission.ACCOUNT_CHANGE} if self.is_active else set()
        return frozenset(own).union(*(ROLES[grant.role].permissions for grant in self.grants_today))

    def holds(self, permission: Permission) -> bool:
        return permission in self.permissions_today()

    def team_ids(self, permission: Permission) -> set[uuid.UUID]:
        """Keys of the teams at which the user holds this permission through a role of a team."""
        return {
            grant.team_id
            for grant in self.grants_today
            if ROLES[grant.role].held_at is HeldAt.TEAM
            and permission in ROLES[grant.role].permissions
            and grant.team_id
        }

    def office_ids(self, permission: Permission, *, whole_office: bool = False) -> set[uuid.UUID]:
        """Keys of the offices where the user holds this permission; with `whole_office` only by a role that sees all cases."""
        return {
            grant.office_id
            for grant in self.grants_today
            if permission in ROLES[grant.role].permissions
            and (ROLES[grant.role].sees_all_cases or not whole_office)
        }

    def roles_today(self) -> list[str]:
        return sorted({grant.role for grant in self.grants_today})
