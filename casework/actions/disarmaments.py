"""Recording what a former member handed over."""

from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.refusals import refuse_future, refuse_stale
from casework.choices import Category
from casework.choices.disarmament import Answer
from casework.models import Disarmament, Individual
from casework.querysets.individual import case_of
from pages.refusals import ActionRefused

OUTCOMES = (
    "arms_carried",
    "arms_surrendered",
    "uniform_handed_over",
    "vehicle_surrendered",
    "received_by",
    "receipt_number",
    "on",
)


@transaction.atomic
def record_disarmament(
    individual: Individual, *, by: User, version: int | None = None, **outcome: Any
) -> Disarmament:
    """Writes the outcome for the person's arrival, or corrects it; `outcome` names fields of OUTCOMES.

    Raises EditConflict if somebody saved after `version` was opened, ActionRefused for a relative and
    for what cannot be.
    """
    if unknown := set(outcome) - set(OUTCOMES):
        raise TypeError(f"record_disarmament takes no {sorted(unknown)}")
    individual = Individual.objects.lock(individual)
    require(by, Permission.SERVICE_CHANGE, about=individual)
    if individual.category != Category.FORMER_MEMBER:
        raise ActionRefused(_("Only former members of a force hand something over."))
    known = individual.disarmaments.filter(arrival=individual.arrival_id).first()
    if known:
        refuse_stale(known, version=version, by=by)
    row = known or Disarmament(
        key_id=individual.key_id,
        individual=individual,
        arrival_id=individual.arrival_id,
        recorded_by=by,
    )
    for name, value in outcome.items():
        setattr(row, name, value)
    _refuse_what_cannot_be(row, by)
    row.changed_by = by
    row.version = row.version + 1 if known else 1
    row.save()
    record(
        "disarmament.corrected" if known else "disarmament.recorded",
        by=by,
        about=row,
        case=case_of(individual, by.today()),
        details={"individual": individual.number},
    )
    return row


def _refuse_what_cannot_be(row: Disarmament, by: User) -> None:
    if row.on:
        refuse_future(row.on, by=by, field="on")
    if row.arms_surrendered == Answer.YES and row.arms_carried == Answer.NO:
        raise ActionRefused(_("Who carried no arms surrendered none."), field="arms_surrendered")
