"""The form of a first step, and the data from which its state is computed."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property

from django.db.models import Model
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from accounts.models import AuditEvent, Office, User
from accounts.permissions import Permission
from accounts.roles import titles_with
from shelters.models import Site
from worklist.first_steps.choices import ConfirmedStep
from worklist.first_steps.models import StepSaid


class StepState(StrEnum):
    """The state of a step. NOT_HERE is a step that a demonstration does not need."""

    DONE = "done"
    OPEN = "open"
    NOT_HERE = "not_here"


@dataclass(frozen=True)
class Step:
    """One line of the list of first steps.

    A step without `permission` is done on the server, by its operator. `asks` is what a user can confirm about the step,
    and `confirmation` is the confirmation in force."""

    slug: str
    title: str | Promise
    sentence: str
    state: StepState
    permission: Permission | None
    url: str = ""
    action: str | Promise = ""
    at: datetime.datetime | None = None
    by: str = ""
    asks: ConfirmedStep | None = None
    confirmation: StepSaid | None = None

    @property
    def is_done(self) -> bool:
        return self.state is StepState.DONE

    @property
    def is_open(self) -> bool:
        return self.state is StepState.OPEN

    @property
    def who(self) -> str:
        """The roles that can do the step, in words."""
        if self.permission is None:
            return _("whoever runs the server")
        return titles_with(self.permission)


@dataclass(frozen=True)
class Installation:
    """The data from which steps compute their state, as one user may see them."""

    reader: User

    @cached_property
    def today(self) -> datetime.date:
        return self.reader.today()

    @cached_property
    def offices(self) -> list[Office]:
        """The offices at which the user has a role."""
        ids = self.reader.office_ids(Permission.INBOX_READ)
        return list(Office.objects.filter(pk__in=ids))

    @cached_property
    def sites(self) -> list[Site]:
        """The sites that the user may see and that are not closed, also those that open later."""
        visible = Site.objects.visible_to(self.reader).filter(closed_on=None)
        return list(visible.order_by("opened_on", "name"))

    def can(self, permission: Permission) -> bool:
        return self.reader.holds(permission)


def newest_event(rows: Iterable[Model], *verbs: str) -> AuditEvent | None:
    """The newest audit event with one of these verbs about one of the rows; None without any."""
    subjects = list(rows)
    if not subjects:
        return None
    return (
        AuditEvent.objects.filter(
            about_id__in=[str(row.pk) for row in subjects],
            about_type=subjects[0]._meta.label_lower,
            verb__in=verbs,
        )
        .select_related("actor")
        .order_by("-at")
        .first()
    )


def name_of(user: User | None) -> str:
    """The full name of the user; empty without one."""
    return user.full_name if user else ""
