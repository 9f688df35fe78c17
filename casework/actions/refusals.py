"""Refusals that several actions share."""

import datetime
import zoneinfo
from typing import Any, Protocol
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from casework.models import Case, Individual
from casework.querysets.individual import refuse_erased
from pages.refusals import ActionRefused


class EditConflict(ActionRefused):
    """Somebody else changed the row after this reader opened it."""


class Versioned(Protocol):
    @property
    def version(self) -> int: ...
    @property
    def changed_at(self) -> datetime.datetime: ...
    @property
    def changed_by(self) -> User | None: ...


def refuse_stale(row: Versioned, *, version: int | None, by: User) -> None:
    """Raises EditConflict, with who and when, if the row is no longer the one that was opened."""
    if version is None or version == row.version:
        return
    zone = zoneinfo.ZoneInfo(by.office.time_zone) if by.office else timezone.get_current_timezone()
    raise EditConflict(
        _("%(name)s changed this at %(time)s. Your entries are kept: compare, then save again.")
        % {
            "name": row.changed_by or _("Somebody"),
            "time": row.changed_at.astimezone(zone).strftime("%H:%M"),
        }
    )


def refuse_future(on: datetime.date, *, by: User, field: str = "on") -> None:
    """Raises ActionRefused for a day after today in the user's office."""
    if on > by.today():
        raise ActionRefused(_("This day lies in the future."), field=field)


def refuse_closed(case: Case) -> None:
    """Raises ActionRefused for a closed case."""
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))


def refuse_stranger(individual: Individual | None, case: Case) -> None:
    """Raises ActionRefused for somebody who never belonged to the case, or was erased."""
    refuse_erased(individual)
    if individual and not case.members.filter(individual=individual).exists():
        raise ActionRefused(_("This person does not belong to the case."), field="individual")


def key_for(individual: Individual | None, case: Case) -> UUID:
    """Whose key seals a row of the file: the person's it is about, so that erasing them reaches it, else the case's."""
    return individual.key_id if individual else case.key_id


class Ending(Protocol):
    ended_on: datetime.date | None


def refuse_ended(row: Ending) -> None:
    """Raises ActionRefused for a row that has ended already."""
    if row.ended_on:
        raise ActionRefused(_("This has ended already."))


def refuse_withdrawn(row: Any) -> None:
    """Raises ActionRefused for a row that was taken back as a mistake."""
    if not type(row).objects.standing().filter(pk=row.pk).exists():
        raise ActionRefused(_("This was taken back already."))


def refuse_replaced(row: Any) -> None:
    """Raises ActionRefused for a row whose place a newer one has taken."""
    if type(row).objects.filter(replaces=row).exists():
        raise ActionRefused(_("Somebody has corrected this already: open it again."))
