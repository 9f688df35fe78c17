"""What happens to one person's record."""

import datetime
from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.refusals import refuse_stale
from casework.choices import Category, DocumentType, RankBand, Relation, Sex
from casework.models import Arrival, Case, Force, IdentityDocument, Individual, Rank, ServiceRecord
from casework.querysets.individual import case_of
from casework.rules.birth import Birth
from casework.rules.numbers import individual_number
from pages.refusals import ActionRefused
from vault.keys import issue_key
from vault.search import exact_token, name_tokens

CORRECTABLE = (
    "given_names",
    "family_names",
    "alias",
    "is_anonymous",
    "sex",
    "phone",
    "is_safe_to_call",
    "nationality",
)
BIRTH_FIELDS = ("born_on", "birth_year", "birth_precision")


@dataclass(frozen=True)
class PersonRow:
    """One person as the quick-log grid takes them in. `category` None: a former member if a force or rank is given."""

    given_names: str = ""
    family_names: str = ""
    sex: str = Sex.UNKNOWN
    birth: Birth = field(default_factory=Birth)
    document: str = ""
    document_type: str = DocumentType.NATIONAL_ID
    relation: str = Relation.OTHER
    category: str | None = None
    force: Force | None = None
    rank: Rank | None = None
    unit: str = ""
    years_of_service: int | None = None
    alias: str = ""
    is_anonymous: bool = False
    phone: str = ""
    is_safe_to_call: bool = False
    nationality: str = "VE"

    @property
    def is_former_member(self) -> bool:
        if self.category:
            return self.category == Category.FORMER_MEMBER
        return bool(self.force or self.rank)


def tokens_of(individual: Individual) -> list[int]:
    """The search tokens of the full name and of the alias."""
    return name_tokens(f"{individual.full_name} {individual.alias}".strip())


def open_record(case: Case, row: PersonRow, *, arrival: Arrival | None, by: User) -> Individual:
    """Writes a person who is new to the files, with papers and service; the case gives the number.

    The caller holds the case's lock, has required the permission, and saves `people_numbered`.
    """
    case.people_numbered += 1
    is_former = row.is_former_member
    individual = Individual(
        key_id=issue_key(),
        number=individual_number(case.number, case.people_numbered),
        office=case.office,
        category=Category.FORMER_MEMBER if is_former else Category.RELATIVE,
        born_on=row.birth.born_on,
        birth_year=row.birth.year,
        birth_precision=row.birth.precision,
        arrival=arrival,
        changed_by=by,
        **{name: getattr(row, name) for name in CORRECTABLE},
    )
    individual.name_tokens = tokens_of(individual)
    individual.phone_token = _phone_token(individual.phone)
    individual.save(force_insert=True)
    if row.document.strip():
        _write_document(individual, number=row.document, type=row.document_type)
    if is_former:
        _write_service(
            individual,
            force=row.force,
            rank=row.rank,
            unit=row.unit,
            years_of_service=row.years_of_service,
            by=by,
        )
    return individual


def _phone_token(phone: str) -> int | None:
    return exact_token(phone, purpose="phone") if phone else None


@transaction.atomic
def correct_individual(
    individual: Individual,
    *,
    by: User,
    version: int | None = None,
    birth: Birth | None = None,
    **changes: Any,
) -> Individual:
    """Puts a mistake right. `changes` names fields of CORRECTABLE; those left out stay.

    Raises EditConflict if somebody saved after `version` was opened.
    """
    if unknown := set(changes) - set(CORRECTABLE):
        raise TypeError(f"correct_individual takes no {sorted(unknown)}")
    individual = Individual.objects.lock(individual)
    require(by, Permission.INDIVIDUAL_CHANGE, about=individual)
    refuse_stale(individual, version=version, by=by)
    if birth is not None:
        changes |= {
            "born_on": birth.born_on,
            "birth_year": birth.year,
            "birth_precision": birth.precision,
        }
    changed = sorted(name for name, new in changes.items() if getattr(individual, name) != new)
    if not changed:
        return individual
    for name in changed:
        setattr(individual, name, changes[name])
    if not (individual.full_name or individual.alias):
        raise ActionRefused(_("Give at least one name or an alias."), field="given_names")
    individual.name_tokens = tokens_of(individual)
    individual.phone_token = _phone_token(individual.phone)
    individual.changed_by = by
    individual.version += 1
    individual.save()
    record(
        "individual.corrected",
        by=by,
        about=individual,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, "fields": changed},
    )
    return individual


@transaction.atomic
def record_service(
    individual: Individual,
    *,
    by: User,
    force: Force | None = None,
    rank: Rank | None = None,
    unit: str = "",
    role: str = "",
    years_of_service: int | None = None,
    served_from: datetime.date | None = None,
    served_until: datetime.date | None = None,
) -> ServiceRecord:
    """Adds a period of service; whoever served counts as a former member of a force from then on."""
    individual = Individual.objects.lock(individual)
    require(by, Permission.SERVICE_CHANGE, about=individual)
    if not (force or rank or unit):
        raise ActionRefused(_("Give the force, the rank or the unit."), field="force")
    if served_from and served_until and served_until < served_from:
        raise ActionRefused(_("The service ends before it starts."), field="served_until")
    service = _write_service(
        individual,
        force=force,
        rank=rank,
        unit=unit,
        role=role,
        years_of_service=years_of_service,
        served_from=served_from,
        served_until=served_until,
        by=by,
    )
    if individual.category != Category.FORMER_MEMBER:
        individual.category = Category.FORMER_MEMBER
        individual.changed_by = by
        individual.version += 1
        individual.save(update_fields=["category", "changed_by", "changed_at", "version"])
    record(
        "service.recorded",
        by=by,
        about=service,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, "band": service.rank_band},
    )
    return service


def _write_service(
    individual: Individual, *, by: User, force: Force | None, rank: Rank | None, **facts: Any
) -> ServiceRecord:
    return ServiceRecord.objects.create(
        key_id=individual.key_id,
        individual=individual,
        force=force,
        rank=rank.code if rank else "",
        rank_band=rank.band if rank else RankBand.UNKNOWN,
        recorded_by=by,
        **facts,
    )


@transaction.atomic
def add_identity_document(
    individual: Individual,
    *,
    number: str,
    by: User,
    type: str = DocumentType.NATIONAL_ID,
    country: str = "VE",
    valid_until: datetime.date | None = None,
) -> IdentityDocument:
    """Adds a paper. The same paper twice is refused."""
    individual = Individual.objects.lock(individual)
    require(by, Permission.INDIVIDUAL_CHANGE, about=individual)
    token = exact_token(number, purpose="document")
    if individual.identity_documents.filter(type=type, number_token=token).exists():
        raise ActionRefused(_("This document is on file already."), field="number")
    document = _write_document(
        individual, number=number, type=type, country=country, valid_until=valid_until
    )
    # A new paper may show that somebody is on file twice.
    Individual.objects.filter(pk=individual.pk).update(compared_at=None)
    record(
        "document.added",
        by=by,
        about=document,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, "type": type},
    )
    return document


def _write_document(individual: Individual, *, number: str, **facts: Any) -> IdentityDocument:
    return IdentityDocument.objects.create(
        key_id=individual.key_id,
        individual=individual,
        number=number.strip(),
        number_token=exact_token(number, purpose="document"),
        **facts,
    )
