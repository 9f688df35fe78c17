"""Functions that actions on one person share: lock, save, record, refuse, end rows and mark them as mistakes."""

import datetime
import zoneinfo
from collections.abc import Callable, Iterable, Mapping
from typing import Any, Protocol, TypeVar
from uuid import UUID

from django.db.models import Model
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_end
from casework.register.models.alias import Alias
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of, refuse_erased
from casework.register.rules import Birth
from pages.dates import short_date
from pages.refusals import ActionRefused
from vault.search import name_tokens

Row = TypeVar("Row", bound=Model)


def lock_row(row: Row, permission: Permission, *, by: User) -> Row:
    """Locks the person and the row until commit, and returns the row read again. Raises NotAllowed, PersonErased."""
    about: Any = row
    individual = lock_for(about.individual, permission, by=by)
    fresh = about.__class__.objects.lock(row)
    fresh.individual = individual
    locked: Row = fresh
    return locked


def save_new_row(model: type[Row], individual: Individual, *, by: User, **facts: object) -> Row:
    """Saves a new row about the person, encrypted with the person's key, and returns it. Strips texts."""
    facts = {name: fact.strip() if isinstance(fact, str) else fact for name, fact in facts.items()}
    who = {"key_id": individual.key_id, "individual": individual, "recorded_by": by}
    row = model(**who, **facts)
    row.save(force_insert=True)
    return row


def newest(rows: Any) -> Any | None:
    """Returns the row that was not replaced; None if there is none. The caller has locked the person."""
    return rows.filter(replaced_by=None).order_by("-recorded_at").first()


def record_about_person(verb: str, row: Any, *, by: User, **details: Any) -> None:
    """Records an audit event about the row, in the person's current or last case."""
    individual = row if isinstance(row, Individual) else row.individual
    record(
        verb,
        by=by,
        about=row,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, **details},
    )


def tokens_of(individual: Individual, aliases: Iterable[Alias] = ()) -> list[int]:
    """Returns the search tokens of the full name and of every other name."""
    return name_tokens(" ".join(individual.names_with(aliases)))


def set_changed(row: object, facts: Mapping[str, object]) -> list[str]:
    """Sets the fields in `facts` and returns the sorted names of those that changed. The caller saves the row."""
    changed = sorted(name for name, new in facts.items() if getattr(row, name) != new)
    for name in changed:
        setattr(row, name, facts[name])
    return changed


def changed_by(row: Any, by: User | None) -> tuple[str, ...]:
    """Increments the version, so that other open forms notice the change. Returns the names of the fields to save."""
    row.changed_by = by
    row.version += 1
    return ("changed_by", "changed_at", "version")


def queue_comparison(individual: Individual) -> None:
    """Queues the person for the search for duplicates, after a new paper, phone or name."""
    Individual.objects.filter(pk=individual.pk).update(compared_at=None)


class EditConflict(ActionRefused):
    """Somebody else changed the row after the user opened it."""


class Versioned(Protocol):
    @property
    def version(self) -> int: ...
    @property
    def changed_at(self) -> datetime.datetime: ...
    @property
    def changed_by(self) -> User | None: ...


def refuse_stale(row: Versioned, *, version: int | None, by: User) -> None:
    """Raises EditConflict, with author and time of the change, if the form has another `version` than the row."""
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


def refuse_before_birth(birth: Birth, on: datetime.date, *, field: str = "on") -> None:
    """Raises ActionRefused for a day before the first possible day of birth."""
    if birth.earliest and on < birth.earliest:
        raise ActionRefused(_("That is before the birth."), field=field)


def refuse_before_arrival_or_birth(
    individual: Individual, on: datetime.date, *, field: str = "on"
) -> None:
    """Raises ActionRefused for a day before the person's arrival or birth."""
    refuse_before_birth(individual.birth, on, field=field)
    if individual.arrival and on < individual.arrival.on:
        raise ActionRefused(
            _("That is before the arrival on %(day)s.")
            % {"day": short_date(individual.arrival.on)},
            field=field,
        )


def refuse_closed(case: Case) -> None:
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))


def refuse_outsider(individual: Individual | None, case: Case) -> None:
    """Raises ActionRefused for a person who never belonged to the case, or was erased."""
    refuse_erased(individual)
    if individual and not case.members.filter(individual=individual).exists():
        raise ActionRefused(_("This person does not belong to the case."), field="individual")


def key_id_for(individual: Individual | None, case: Case) -> UUID:
    """Returns the id of the key that encrypts a row of the file: the person's, so that erasing them erases it, or the case's."""
    return individual.key_id if individual else case.key_id


class Ending(Protocol):
    ended_on: datetime.date | None


def refuse_ended(row: Ending) -> None:
    """Raises ActionRefused for a row that has ended already."""
    if row.ended_on:
        raise ActionRefused(_("This has ended already."))


def end_row(
    row: Row, permission: Permission, verb: str, *, ended_on: datetime.date, by: User
) -> Row:
    """Ends the row, records the event, and returns the row. Runs in the caller's transaction.

    Raises NotAllowed; ActionRefused if the row has ended, or if the day is in the future or before its first day.
    """
    row = lock_row(row, permission, by=by)
    ending: Any = row
    refuse_ended(ending)
    refuse_end(ending, ended_on, by=by)
    ending.ended_on = ended_on
    ending.save(update_fields=["ended_on"])
    record_about_person(verb, row, by=by)
    return row


def refuse_withdrawn(row: Any) -> None:
    if not type(row).objects.standing().filter(pk=row.pk).exists():
        raise ActionRefused(_("This was taken back already."))


def refuse_replaced(row: Any) -> None:
    """Raises ActionRefused for a row that a newer one replaced."""
    if type(row).objects.filter(replaces=row).exists():
        raise ActionRefused(_("Somebody has corrected this already: open it again."))


def withdraw(
    row: Row,
    permission: Permission,
    *,
    reason: str,
    by: User,
    verb: str,
    recorder: Callable[..., None] = record_about_person,
    **facts: object,
) -> Row:
    """Marks a Withdrawable row as a mistake, saves `facts` with it, and returns it. Runs in the caller's transaction.

    `recorder` is called with verb, row and user. Raises NotAllowed; ActionRefused without a reason, or if the row
    was replaced or marked already.
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
    recorder(verb, row, by=by)
    return row
