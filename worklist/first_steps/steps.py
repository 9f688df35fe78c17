"""What a first step is, and the data that its state is computed from."""

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
from worklist.first_steps.choices import SaidStep
from worklist.first_steps.models import StepSaid


class StepState(StrEnum):
    """The state of a step. A step that a demonstration does not need is neither done nor open."""

    DONE = "done"
    OPEN = "open"
    NOT_HERE = "not_here"


@dataclass(frozen=True)
class Step:
    """One line of the list. A step without `permission` is done on the server, by the operator of Amparo."""

    slug: str
    title: str | Promise
    sentence: str
    state: StepState
    permission: Permission | None
    url: str = ""
    action: str | Promise = ""
    at: datetime.datetime | None = None
    by: str = ""
    asks: SaidStep | None = None
    said: StepSaid | None = None

    @property
    def is_done(self) -> bool:
        return self.state is StepState.DONE

    @property
    def is_open(self) -> bool:
        return self.state is StepState.OPEN

    @property
    def who(self) -> str:
        """The roles that can do it, in words."""
        if self.permission is None:
            return _("whoever runs the server")
        return titles_with(self.permission)


@dataclass(frozen=True)
class House:
    """The data that steps look at, as one reader may see them."""

    reader: User

    @cached_property
    def today(self) -> datetime.date:
        return self.reader.today()

    @cached_property
    def offices(self) -> list[Office]:
        """Those where the user has a role."""
        ids = self.reader.office_ids(Permission.INBOX_READ)
        return list(Office.objects.filter(pk__in=ids))

    @cached_property
    def sites(self) -> list[Site]:
        """Visible open sites, including those that open later."""
        seen = Site.objects.visible_to(self.reader).filter(closed_on=None)
        return list(seen.order_by("opened_on", "name"))

    def can(self, permission: Permission) -> bool:
        return self.reader.holds(permission)


def noted(rows: Iterable[Model], *verbs: str) -> AuditEvent | None:
    """The newest of these audit events about one of the rows."""
    known = list(rows)
    if not known:
        return None
    return (
        AuditEvent.objects.filter(
            about_id__in=[str(row.pk) for row in known],
            about_type=known[0]._meta.label_lower,
            verb__in=verbs,
        )
        .select_related("actor")
        .order_by("-at")
        .first()
    )


def name_of(user: User | None) -> str:
    return user.full_name if user else ""
