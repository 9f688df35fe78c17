"""Records service in a force, sanctions by the state of origin, and disarmament."""

import datetime
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.register.actions import (
    changed_by,
    record_about_person,
    refuse_replaced,
    refuse_stale,
    refuse_withdrawn,
    save_new_row,
    set_changed,
    withdraw,
)
from casework.register.choices import Category, YesNo
from casework.register.models.individual import Individual
from casework.service.choices import ServiceEnd
from casework.service.models import Disarmament, OriginSanction, ServiceRecord
from casework.service.rules import (
    NOBODY_SERVED_SO_YOUNG,
    RANK_NOT_IN_FORCE,
    too_young_to_have_served,
)
from casework.slots.followers import run_service_followers
from casework.slots.obstacles import relative_blockers
from pages.dates import last_of
from pages.refusals import ActionRefused
from reference.choices import ForceKind, RankBand
from reference.models import Force, Rank, SanctionInstrument

OUTCOME_FIELDS = (
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
    """Records or corrects what the person handed over at the arrival, and returns the row.

    `outcome` holds fields of OUTCOME_FIELDS. Raises EditConflict if somebody saved after `version` was opened, and
    ActionRefused for a relative or contradicting answers.
    """
    if unknown := set(outcome) - set(OUTCOME_FIELDS):
        raise TypeError(f"record_disarmament takes no {sorted(unknown)}")
    individual = lock_for(individual, Permission.SERVICE_CHANGE, by=by)
    if individual.category != Category.FORMER_MEMBER:
        raise ActionRefused(_("Only former members of a force hand something over."))
    existing = individual.disarmaments.filter(arrival=individual.arrival_id).first()
    if existing:
        refuse_stale(existing, version=version, by=by)
    row = existing or Disarmament(
        key_id=individual.key_id,
        individual=individual,
        arrival_id=individual.arrival_id,
        recorded_by=by,
    )
    set_changed(row, outcome)
    _refuse_impossible(row, by)
    row.changed_by = by
    row.version = row.version + 1 if existing else 1
    row.save()
    record_about_person("disarmament.corrected" if existing else "disarmament.recorded", row, by=by)
    return row


def _refuse_impossible(row: Disarmament, by: User) -> None:
    if row.on:
        refuse_future(row.on, by=by, field="on")
    if row.arms_surrendered == YesNo.YES and row.arms_carried == YesNo.NO:
        raise ActionRefused(_("Who carried no arms surrendered none."), field="arms_surrendered")


@transaction.atomic
def record_sanction(
    individual: Individual,
    *,
    type: str,
    by: User,
    on: datetime.date | None = None,
    instrument: SanctionInstrument | None = None,
    names_person: str = YesNo.UNKNOWN,
    charge: str = "",
    evidence: str = "",
    replaces: OriginSanction | None = None,
) -> OriginSanction:
    """Records a sanction against a person, with the evidence, and returns it.

    `replaces` is the row that this one corrects. Raises ActionRefused for a sanction that names the person without
    evidence.
    """
    individual = lock_for(individual, Permission.SERVICE_CHANGE, by=by)
    if on:
        refuse_future(on, by=by)
    if names_person == YesNo.YES and not evidence.strip():
        raise ActionRefused(_("Say what shows that the person is named."), field="evidence")
    if replaces:
        refuse_replaced(replaces)
        refuse_withdrawn(replaces)
    sanction = save_new_row(
        OriginSanction,
        individual,
        by=by,
        type=type,
        on=on or (instrument.on if instrument else None),
        instrument=instrument,
        names_person=names_person,
        charge=charge,
        evidence=evidence,
        replaces=replaces,
    )
    record_about_person(
        "sanction.corrected" if replaces else "sanction.recorded", sanction, by=by, type=type
    )
    return sanction


def correct_sanction(sanction: OriginSanction, *, by: User, **facts: object) -> OriginSanction:
    """Replaces the sanction by a new row, and returns that; the old row stays readable."""
    return record_sanction(sanction.individual, replaces=sanction, by=by, **facts)  # type: ignore[arg-type]


@transaction.atomic
def withdraw_sanction(sanction: OriginSanction, *, reason: str, by: User) -> OriginSanction:
    """Withdraws a sanction recorded by mistake; it stays readable."""
    return withdraw(
        sanction, Permission.SERVICE_CHANGE, reason=reason, by=by, verb="sanction.withdrawn"
    )


def _refuse_child(individual: Individual, *, on: datetime.date) -> None:
    if too_young_to_have_served(individual.age_on(on), has_served=True):
        raise ActionRefused(NOBODY_SERVED_SO_YOUNG, field="force")


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
    """Adds a period of service, which makes the person a former member of a force, and returns it.

    `years_of_service` is for unknown dates. `replaces` is the record that this one corrects. Raises ActionRefused for
    impossible days, for a person who was too young, and if force, rank and unit are all missing.
    """
    individual = lock_for(individual, Permission.SERVICE_CHANGE, by=by)
    if not (force or rank or unit):
        raise ActionRefused(_("Give the force, the rank or the unit."), field="force")
    if served_from and served_until and last_of(served_until) < served_from:
        raise ActionRefused(_("The service ends before it starts."), field="served_until")
    _refuse_child(individual, on=last_of(served_until or by.today()))
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
    _set_category(individual, Category.FORMER_MEMBER, by=by)
    verb = "service.corrected" if replaces else "service.recorded"
    record_about_person(verb, service, by=by, band=service.rank_band)
    return service


def correct_service(service: ServiceRecord, *, by: User, **facts: Any) -> ServiceRecord:
    """Replaces the record by a new one, and returns that; the old one stays readable."""
    return record_service(service.individual, by=by, replaces=service, **facts)


@transaction.atomic
def withdraw_service(service: ServiceRecord, *, reason: str, by: User) -> ServiceRecord:
    """Withdraws a record that was a mistake. A person without any other record counts as a relative again.

    Raises ActionRefused with a sentence for each row that only a former member can have.
    """
    service = withdraw(
        service, Permission.SERVICE_CHANGE, reason=reason, by=by, verb="service.withdrawn"
    )
    individual = service.individual
    if not individual.service_records.current().exists():
        if blockers := relative_blockers(individual):
            raise ActionRefused(*blockers)
        _set_category(individual, Category.RELATIVE, by=by)
    return service


def new_service(
    individual: Individual, *, by: User, force: Force | None, rank: Rank | None, **facts: Any
) -> ServiceRecord:
    """Returns an unsaved record, with the band that follows from force and rank.

    Raises ActionRefused for a rank that the force does not have.
    """
    if force and rank and not force.has(rank):
        raise ActionRefused(RANK_NOT_IN_FORCE, field="rank")
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
    """Returns the band in which a person of this force and rank is counted; police of unknown rank count as police."""
    if rank:
        return str(rank.band)
    if force and force.kind == ForceKind.POLICE:
        return RankBand.POLICE
    return RankBand.UNKNOWN


@transaction.atomic
def answer_service(
    individual: Individual,
    *,
    is_service_asked: bool,
    by: User,
    permission: Permission = Permission.SERVICE_CHANGE,
) -> Individual:
    """Records that the person was asked and did not serve, or that nobody has asked."""
    individual = lock_for(individual, permission, by=by)
    if individual.category == Category.FORMER_MEMBER:
        raise ActionRefused(_("Service in a force is on file of this person."))
    individual.is_service_asked = is_service_asked
    individual.save(update_fields=["is_service_asked", *changed_by(individual, by)])
    record_about_person("service.answered", individual, by=by, is_asked=is_service_asked)
    return individual


def _set_category(individual: Individual, category: Category, *, by: User) -> None:
    if individual.category == category:
        return
    individual.category = category
    individual.is_service_asked = False
    individual.save(update_fields=["category", "is_service_asked", *changed_by(individual, by)])
    run_service_followers(individual, by=by)
