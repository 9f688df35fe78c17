"""What every act about one person begins and ends with."""

from collections.abc import Iterable
from typing import Any

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.models import Alias, Individual
from casework.querysets.individual import case_of
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
