"""What happens to one person's record."""

from dataclasses import dataclass, field
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.about_person import changed_by, tokens_of
from casework.actions.exposure import new_wish
from casework.actions.identity_documents import new_identity_document
from casework.actions.phones import new_phone
from casework.actions.refusals import refuse_stale
from casework.actions.service_records import new_service
from casework.choices import Category, DocumentType, Relation, Sex
from casework.models import Arrival, Case, Force, Individual, Rank
from casework.querysets.individual import case_of
from casework.rules.birth import Birth
from casework.rules.numbers import individual_number
from pages.refusals import ActionRefused
from vault.keys import issue_key

CORRECTABLE = (
    "given_names",
    "family_names",
    "alias",
    "is_anonymous",
    "sex",
    "nationality",
)


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


def open_record(case: Case, row: PersonRow, *, arrival: Arrival | None, by: User) -> Individual:
    """Writes a person who is new to the files, with papers and service; the case gives the number.

    The caller holds the case's lock, has required the permission, and saves `people_numbered`.
    """
    case.people_numbered += 1
    individual = Individual(
        key_id=issue_key(),
        number=individual_number(case.number, case.people_numbered),
        office=case.office,
        category=Category.FORMER_MEMBER if row.is_former_member else Category.RELATIVE,
        born_on=row.birth.born_on,
        birth_year=row.birth.year,
        birth_precision=row.birth.precision,
        arrival=arrival,
        changed_by=by,
        **{name: getattr(row, name) for name in CORRECTABLE},
    )
    individual.name_tokens = tokens_of(individual)
    individual.save(force_insert=True)
    _write_what_is_known(individual, row, by=by)
    return individual


def _write_what_is_known(individual: Individual, row: PersonRow, *, by: User) -> None:
    if row.document.strip():
        new_identity_document(individual, row.document, type=row.document_type).save()
    if row.phone.strip():
        new_phone(individual, row.phone, may_be_called=row.is_safe_to_call, by=by).save()
    if row.is_anonymous:
        new_wish(individual, wished_on=by.today(), by=by).save()
    if row.is_former_member:
        new_service(
            individual,
            force=row.force,
            rank=row.rank,
            unit=row.unit,
            years_of_service=row.years_of_service,
            by=by,
        ).save()


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
    individual.name_tokens = tokens_of(individual, individual.aliases.all())
    changed_by(individual, by)
    individual.save()
    record(
        "individual.corrected",
        by=by,
        about=individual,
        case=case_of(individual, by.today()),
        details={"individual": individual.number, "fields": changed},
    )
    return individual
