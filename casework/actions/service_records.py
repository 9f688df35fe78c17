"""Service in a force: told, and told better."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.permissions import Permission
from casework.actions.about_person import changed_by, lock_person, tell
from casework.actions.refusals import refuse_replaced, refuse_withdrawn
from casework.actions.withdrawals import withdraw
from casework.choices import Category, ForceKind, RankBand
from casework.choices.service_record import ServiceEnd
from casework.former_members import relative_blockers
from casework.models import Force, Individual, Rank, ServiceRecord
from pages.refusals import ActionRefused


@transaction.atomic
def record_service(
    individual: Individual,
    *,
    by: User,
    force: Force | None = None,
    rank: Rank | None = None,
    unit: str = "",
    role: str = "",
    people_commanded: int | None = None,
    years_of_service: int | None = None,
    served_from: datetime.date | None = None,
    served_until: datetime.date | None = None,
    ending: str = ServiceEnd.UNKNOWN,
    replaces: ServiceRecord | None = None,
) -> ServiceRecord:
    """Adds a period of service; whoever served counts as a former member of a force from then on.

    `years_of_service` serves where the dates are not known. `replaces` is the record that this corrects.
    """
    individual = lock_person(individual, Permission.SERVICE_CHANGE, by=by)
    if not (force or rank or unit):
        raise ActionRefused(_("Give the force, the rank or the unit."), field="force")
    if served_from and served_until and served_until < served_from:
        raise ActionRefused(_("The service ends before it starts."), field="served_until")
    if replaces:
        refuse_replaced(replaces)
        refuse_withdrawn(replaces)
    service = new_service(
        individual,
        force=force,
        rank=rank,
        unit=unit,
        role=role,
        people_commanded="" if people_commanded is None else str(people_commanded),
        years_of_service=years_of_service,
        served_from=served_from,
        served_until=served_until,
        ending=ending,
        replaces=replaces,
        by=by,
    )
    service.save(force_insert=True)
    _count_as(individual, Category.FORMER_MEMBER, by=by)
    verb = "service.corrected" if replaces else "service.recorded"
    tell(verb, service, by=by, band=service.rank_band)
    return service


def correct_service(service: ServiceRecord, *, by: User, **facts: Any) -> ServiceRecord:
    """Writes the record anew; the one before stays readable behind it."""
    return record_service(service.individual, by=by, replaces=service, **facts)


@transaction.atomic
def withdraw_service(service: ServiceRecord, *, reason: str, by: User) -> ServiceRecord:
    """Takes back a record that was a mistake. Who is left without any counts as a relative again.

    Raises ActionRefused with the sentences of what only a former member has on file.
    """
    service = withdraw(
        service, Permission.SERVICE_CHANGE, reason=reason, by=by, verb="service.withdrawn"
    )
    individual = service.individual
    if not individual.service_records.current().exists():
        if blockers := relative_blockers(individual):
            raise ActionRefused(*blockers)
        _count_as(individual, Category.RELATIVE, by=by)
    return service


def new_service(
    individual: Individual, *, by: User, force: Force | None, rank: Rank | None, **facts: Any
) -> ServiceRecord:
    """An unsaved record. The band follows from the rank; police of unknown rank still count as police."""
    return ServiceRecord(
        key_id=individual.key_id,
        individual=individual,
        force=force,
        rank=rank.code if rank else "",
        rank_band=band_of(force, rank),
        recorded_by=by,
        **facts,
    )


def band_of(force: Force | None, rank: Rank | None) -> str:
    """The band under which somebody of this force and rank is counted."""
    if rank:
        return str(rank.band)
    if force and force.kind == ForceKind.POLICE:
        return RankBand.POLICE
    return RankBand.UNKNOWN


def _count_as(individual: Individual, category: Category, *, by: User) -> None:
    if individual.category == category:
        return
    individual.category = category
    individual.save(update_fields=["category", *changed_by(individual, by)])
