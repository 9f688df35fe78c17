"""What a case page shows, each part behind its own permission."""

import datetime
from collections.abc import Callable, Iterable
from typing import Any, Protocol

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.slots import Slot
from pages.tags import Tag

# A short fact for the head of a case; what is late or missing is a Tag, whose word says so.
Glance = str | Tag
# What is said of something, its day, and today.
Saying = Callable[[str, datetime.date, datetime.date], str]


def late_and_next(
    ends: Iterable[tuple[datetime.date, str]],
    today: datetime.date,
    *,
    late: Saying,
    ahead: Saying,
) -> list[Glance]:
    """Of things with their last day: the one that ran out first, which never hides the one that ends next."""
    in_order = sorted(ends)
    gone = [Tag(late(what, day, today), "trouble") for day, what in in_order if day < today]
    coming = [ahead(what, day, today) for day, what in in_order if day >= today]
    return [*gone[:1], *coming[:1]]


class Panel(Protocol):
    """One section of the case page. Its `context` is None where it has nothing to say of a case.

    May also have `is_on_card = True` (shown on the reduced card too, to who holds `permission` there)
    and `glance(case, user) -> list[Glance]`: short facts for the head of the case; and `page`, one of PAGES,
    to stand on a page of its own beside the summary.
    """

    @property
    def slug(self) -> str: ...
    @property
    def title(self) -> str | Promise: ...
    @property
    def permission(self) -> Permission: ...
    @property
    def template(self) -> str: ...

    def context(self, case: Case, user: User) -> dict[str, Any] | None: ...


panels: Slot[Panel] = Slot("panels of a case's pages")

# The pages of a case's file, in the order of their tabs; a panel without `page` is on the summary.
PAGES: dict[str, str | Promise] = {
    "": gettext_lazy("Summary"),
    "people": gettext_lazy("People and needs"),
    "home": gettext_lazy("At home"),
    "papers": gettext_lazy("Documents and consents"),
    "plan": gettext_lazy("Plan and tasks"),
    "support": gettext_lazy("Work, health, activity"),
}


def page_of(panel: Panel) -> str:
    """The page on which the panel stands."""
    return getattr(panel, "page", "")


def panels_of(case: Case, user: User) -> list[Panel]:
    """The panels that this user may see about this case, in the order of the slot."""
    return [panel for panel in panels if can(user, panel.permission, about=case)]
