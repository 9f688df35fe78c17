"""What every act about one person begins and ends with; refusals, and taking back what was a mistake."""

import datetime
import zoneinfo
from collections.abc import Iterable
from typing import Any, Protocol
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.alias import Alias
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of, refuse_erased
from pages.refusals import ActionRefused
from vault.search import name_tokens


def lock_person(individual: Individual, permission: Permission, *, by: User) -> Individual:
    """The fresh row, ours until commit. Raises NotAllowed."""
    individual = Individual.objects.lock(individual)
    require(by, permission, about=individual)
    return individual


def lock_row(row: Any, permission: Permission, *, by: User) -> Any:
    """The fresh row about a person, whose record is locked with it. Raises NotAllowed."""
    individual = lock_person(row.individual, permission, by=by)
    fresh = type(row).objects.select_for_update(of=("self",)).get(pk=row.pk)
    fresh.individual = individual
    return fresh


def newest(rows: Any) -> Any | None:
    """The row that no newer one has replaced; None where there is none. The person is locked."""
    return rows.filter(replaced_by=None).order_by("-recorded_at").first()


def tell(verb: str, row: Any, *, by: User, **details: Any) -> None:
    """Records the act beside the case in which the person is today."""
    individual = row if isinstance(row, Individual) else row.individual
    record(
        verb,
        by=by,
        about=row,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, **details},
    )


def tokens_of(individual: Individual, aliases: Iterable[Alias] = ()) -> list[int]:
    """The search tokens of the full name and of every other name."""
    return name_tokens(" ".join(individual.names_with(aliases)))


def changed_by(row: Any, by: User) -> tuple[str, ...]:
    """Counts a change of the row, so that whoever has it open is told. Returns the fields to save."""
    row.changed_by = by
    row.version += 1
    return ("changed_by", "changed_at", "version")


def compare_again(individual: Individual) -> None:
    """A new paper, phone or name may show that somebody is on file twice."""
    Individual.objects.filter(pk=individual.pk).update(compared_at=None)


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


def withdraw(
    row: Any, permission: Permission, *, reason: str, by: User, verb: str, **facts: Any
) -> Any:
    """Marks a Withdrawable row as a mistake, and writes `facts` with it. The caller's transaction decides.

    Raises NotAllowed; ActionRefused without a reason, and for a row that was replaced or withdrawn already.
    """
    row = lock_row(row, permission, by=by)
    refuse_withdrawn(row)
    if hasattr(row, "replaces"):
        refuse_replaced(row)
    if not reason.strip():
        raise ActionRefused(_("Give the reason."), field="reason")
    facts |= {
        "withdrawn_at": timezone.now(),
        "withdrawn_by": by,
        "withdrawn_because": reason.strip(),
    }
    for name, fact in facts.items():
        setattr(row, name, fact)
    row.save(update_fields=list(facts))
    tell(verb, row, by=by)
    return row
