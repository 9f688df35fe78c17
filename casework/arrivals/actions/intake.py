"""Collects the rows of new cases and people, and inserts them table by table, with one statement for each table.

The calling actions check permissions.
"""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from accounts.audit import to_record
from accounts.models import AuditEvent, Team, User
from casework.consents.models import Consent, ConsentStep, FileBasis, PrivacyNotice
from casework.consents.start import LawfulStart, rows_of_start
from casework.contact.actions import new_phone
from casework.contact.models import Phone
from casework.identity.actions.exposure import new_wish
from casework.identity.actions.identity_documents import new_identity_document
from casework.identity.actions.individuals import CORRECTABLE, PersonRow
from casework.identity.models import AnonymityWish
from casework.register.actions import tokens_of
from casework.register.choices import CaseStatus, Category, Relation
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case, CaseStatusChange, CaseTeamChange, FamilyMember
from casework.register.models.identity_document import IdentityDocument
from casework.register.models.individual import Individual
from casework.register.rules import individual_number
from casework.service.actions import new_service
from casework.service.models import ServiceRecord
from casework.work.actions import new_information
from casework.work.choices import RightsTopic
from casework.work.models import InformationGiven
from vault.keys import fresh_key
from vault.subject_keys import SubjectKey

BATCH_SIZE = 1_000


@dataclass
class Intake:
    """Unsaved rows of new cases and people, in the order of their foreign keys."""

    by: User
    keys: list[SubjectKey] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)
    status_changes: list[CaseStatusChange] = field(default_factory=list)
    team_changes: list[CaseTeamChange] = field(default_factory=list)
    arrivals: list[Arrival] = field(default_factory=list)
    individuals: list[Individual] = field(default_factory=list)
    documents: list[IdentityDocument] = field(default_factory=list)
    phones: list[Phone] = field(default_factory=list)
    wishes: list[AnonymityWish] = field(default_factory=list)
    services: list[ServiceRecord] = field(default_factory=list)
    information: list[InformationGiven] = field(default_factory=list)
    members: list[FamilyMember] = field(default_factory=list)
    notices: list[PrivacyNotice] = field(default_factory=list)
    bases: list[FileBasis] = field(default_factory=list)
    consents: list[Consent] = field(default_factory=list)
    consent_steps: list[ConsentStep] = field(default_factory=list)
    events: list[AuditEvent] = field(default_factory=list)

    def open_case(self, number: str, *, team: Team, on: datetime.date) -> Case:
        """Adds a new case and returns it; the caller holds the lock of the number series."""
        case = Case(
            key_id=self._new_key(),
            number=number,
            office_id=team.office_id,
            team=team,
            opened_on=on,
            changed_by=self.by,
        )
        facts: dict[str, Any] = {"case": case, "on": on, "by": self.by}
        self.cases.append(case)
        self.status_changes.append(CaseStatusChange(status=CaseStatus.OPEN, **facts))
        self.team_changes.append(CaseTeamChange(team=team, **facts))
        return case

    def add_arrival(
        self,
        case: Case,
        people: Sequence[PersonRow],
        *,
        start: LawfulStart | None = None,
        **facts: Any,
    ) -> Arrival:
        """Adds the arrival that opened this case, with its people, the first one its principal; returns the arrival.

        `start` holds the privacy notice that all of them were told and the legal basis of their files. `facts` are further
        fields of the Arrival.
        """
        arrival = self._new_arrival(case, on=case.opened_on, people=len(people), **facts)
        for place, row in enumerate(people):
            relation = row.relation if place else Relation.PRINCIPAL
            member = self.add_person(
                case, row, relation=relation, joined_on=arrival.on, arrival=arrival
            )
            self.add_lawful_start(member.individual, start, since=arrival.on)
        return arrival

    def add_later_people(
        self,
        case: Case,
        people: Sequence[PersonRow],
        *,
        on: datetime.date,
        start: LawfulStart | None = None,
        **facts: Any,
    ) -> None:
        """Adds members who came on a later day than the head, with their arrival; `facts` are its further fields."""
        arrival = self.add_later_arrival(case, on=on, people=len(people), **facts)
        for row in people:
            member = self.add_person(
                case, row, relation=row.relation, joined_on=on, arrival=arrival
            )
            self.add_lawful_start(member.individual, start, since=on)

    def add_lawful_start(
        self, individual: Individual, start: LawfulStart | None, *, since: datetime.date
    ) -> None:
        """Adds the privacy notice that the person was told and the legal basis of the file; nothing if `start` is None."""
        if start is None:
            return
        rows = rows_of_start(individual, start, since=since, by=self.by)
        self.notices.append(rows.notice)
        self.bases.append(rows.basis)
        if rows.consent and rows.step:
            self.consents.append(rows.consent)
            self.consent_steps.append(rows.step)

    def add_later_arrival(
        self, case: Case, *, on: datetime.date, people: int = 1, **facts: Any
    ) -> Arrival:
        """Adds the arrival of this number of people in an existing case and returns it; `facts` are its further fields."""
        return self._new_arrival(case, on=on, people=people, **facts)

    def _new_arrival(self, case: Case, *, on: datetime.date, people: int, **facts: Any) -> Arrival:
        arrival = Arrival(
            key_id=case.key_id,
            case=case,
            office_id=case.office_id,
            on=on,
            logged_by=self.by,
            **facts,
        )
        self.arrivals.append(arrival)
        summary = {"people": people, "on": on.isoformat()}
        self.events.append(
            to_record("arrival.logged", by=self.by, about=arrival, case=case, details=summary)
        )
        return arrival

    def add_person(
        self,
        case: Case,
        row: PersonRow,
        *,
        relation: str,
        joined_on: datetime.date,
        arrival: Arrival | None = None,
    ) -> FamilyMember:
        """Adds a new person with papers, phones and service, and returns the membership.

        The person gets the next number of the case, which the caller has locked. For an existing case the caller saves
        `people_numbered`.
        """
        case.people_numbered += 1
        individual = Individual(
            key_id=self._new_key(),
            number=individual_number(case.number, case.people_numbered),
            office_id=case.office_id,
            category=Category.FORMER_MEMBER if row.is_former_member else Category.RELATIVE,
            is_service_asked=row.is_service_asked,
            born_on=row.birth.born_on,
            birth_year=row.birth.year,
            birth_precision=row.birth.precision,
            arrival=arrival,
            changed_by=self.by,
            **{name: getattr(row, name) for name in CORRECTABLE},
        )
        individual.name_tokens = tokens_of(individual)
        self.individuals.append(individual)
        self._add_papers_and_service(individual, row, on=joined_on)
        member = FamilyMember(
            case=case,
            individual=individual,
            relation_to_principal=relation,
            joined_on=joined_on,
        )
        self.members.append(member)
        return member

    def _add_papers_and_service(
        self, individual: Individual, row: PersonRow, *, on: datetime.date
    ) -> None:
        if row.document.strip():
            self.documents.append(new_identity_document(individual, row.document, **row.paper))
        numbers = filter(str.strip, (row.phone, *row.more_phones))
        phones = [
            new_phone(individual, number, may_be_called=row.is_safe_to_call, by=self.by)
            for number in numbers
        ]
        # Two spellings of one number are one phone.
        self.phones.extend({phone.token: phone for phone in reversed(phones)}.values())
        if row.is_anonymous:
            self.wishes.append(new_wish(individual, wished_on=self.by.today(), by=self.by))
        if row.is_former_member:
            service = new_service(
                individual,
                force=row.force,
                rank=row.rank,
                unit=row.unit,
                years_of_service=row.years_of_service,
                by=self.by,
            )
            self.services.append(service)
        if row.knew_work_right:
            self.information.append(
                new_information(
                    individual,
                    topic=RightsTopic.WORK,
                    on=on,
                    knew_before=row.knew_work_right,
                    by=self.by,
                )
            )

    def _new_key(self) -> UUID:
        self.keys.append(fresh_key())
        return self.keys[-1].pk

    def tables(self) -> list[list[Any]]:
        """The rows of each table, in the order of insertion."""
        return [rows for rows in vars(self).values() if isinstance(rows, list)]

    def add_all(self, other: "Intake") -> None:
        """Adds the rows of another Intake, whose party was not refused."""
        for rows, other_rows in zip(self.tables(), other.tables(), strict=True):
            rows.extend(other_rows)

    def write(self) -> None:
        """Inserts all rows. Runs in the caller's transaction."""
        for rows in self.tables():
            if rows:
                type(rows[0])._default_manager.bulk_create(rows, batch_size=BATCH_SIZE)
