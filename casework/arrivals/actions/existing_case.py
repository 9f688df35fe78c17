"""Adds an arrival to the existing case of a principal who is on file and arrives again."""

import datetime
import uuid
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Unpack

from django.db import transaction
from django.utils.translation import gettext

from accounts.access import can, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import (
    ArrivalFacts,
    cases_by_submission,
    refuse_future_arrival,
)
from casework.arrivals.actions.drafts import delete_draft_of
from casework.arrivals.actions.intake import Intake
from casework.claims.sight import update_claim_restriction
from casework.consents.actions import record_basis, record_notices
from casework.consents.start import LawfulStart
from casework.contact.actions import add_phone
from casework.corrections.exits import exits_before, record_return
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import PersonRow, correct_individual
from casework.register.actions import refuse_closed
from casework.register.choices import BirthPrecision, Relation, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused


def case_of_returning_head(head: Individual, *, on: datetime.date, by: User) -> Case | None:
    """Returns the head's case if it is open, was open on that day, and the user may change it; else None."""
    case = case_of(head, by.today())
    if case is None or not case.is_open or on < case.opened_on:
        return None
    is_member = case.members.on(by.today()).filter(individual=head).exists()
    return case if is_member and can(by, Permission.CASE_CHANGE, about=case) else None


@transaction.atomic
def add_to_case(
    case: Case,
    *,
    rows: Sequence[PersonRow],
    people_on_file: Mapping[int, Individual],
    on: datetime.date,
    by: User,
    submission: uuid.UUID | None = None,
    start: LawfulStart | None = None,
    **event: Unpack[ArrivalFacts],
) -> dict[int, Individual]:
    """Adds an arrival to the case and returns its people, old and new, by their index in `rows`.

    `people_on_file` maps indexes in `rows` to members of the case, the head at index 0: the rows fill their empty facts.
    Exits of members before `on` end that day. If nobody is new, an arrival of that day is not added again. The same
    `submission` again does nothing. Raises NotAllowed or ActionRefused."""
    case = Case.objects.lock(case)
    require(by, Permission.CASE_LOG)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    refuse_future_arrival(on, event, by=by)
    if cases_by_submission([submission], by=by):
        return dict(people_on_file)
    intake, people = Intake(by), dict(people_on_file)
    new_rows = {place: row for place, row in enumerate(rows) if place not in people_on_file}
    arrival = case.arrivals.filter(on=on).first()
    if new_rows or arrival is None:
        arrival = intake.add_later_arrival(
            case, on=on, people=len(rows), submission=submission, **event
        )
    memberships = people_on_file[0].memberships.filter(case=case)
    principal = memberships.filter(relation_to_principal=Relation.PRINCIPAL)
    for place, row in new_rows.items():
        relation = row.relation if principal.exists() else Relation.UNKNOWN
        member = intake.add_person(case, row, relation=relation, joined_on=on, arrival=arrival)
        people[place] = member.individual
        intake.add_lawful_start(member.individual, start, since=on)
    intake.write()
    case.save(update_fields=["people_numbered"])
    for place, person in people_on_file.items():
        _fill_empty_facts(person, rows[place], arrival, by=by)
    _end_exits(people_on_file.values(), arrival, by=by)
    update_claim_restriction(case, by=by)
    if start and people_on_file:
        _record_start(case, list(people_on_file.values()), start, by=by)
    numbers = sorted(person.number for person in people_on_file.values())
    record("arrival.recognised", by=by, about=arrival, case=case, details={"individuals": numbers})
    if submission:
        delete_draft_of(submission, by=by)
    return people


def _end_exits(people: Iterable[Individual], arrival: Arrival, *, by: User) -> None:
    why = gettext("The person arrived again.")
    for person_exit in exits_before(people, arrival.on):
        record_return(person_exit, on=arrival.on, reason=why, by=by, arrival=arrival)


def _record_start(case: Case, people: list[Individual], start: LawfulStart, *, by: User) -> None:
    """Records the notice and the legal basis for people on file; a missing answer removes nothing from their files."""
    if not can(by, Permission.CONSENT_CHANGE, about=case):
        return
    said_on = start.said_on or by.today()
    if start.notice:
        record_notices(case, people=people, on=said_on, start=start, by=by)
    people_by_start: dict[LawfulStart, list[Individual]] = {}
    for person in people if start.ground else []:
        people_by_start.setdefault(start.for_person(person, said_on), []).append(person)
    for group_start, group in people_by_start.items():
        if group_start.ground == start.ground or group_start.given_by:
            record_basis(case, people=group, on=said_on, start=group_start, by=by)


def _fill_empty_facts(person: Individual, row: PersonRow, arrival: Arrival, *, by: User) -> None:
    """Fills empty facts of the person from the row, and adds papers and phones that are not on file."""
    if not can(by, Permission.INDIVIDUAL_CHANGE, about=person):
        return
    correct_individual(person, by=by, **_facts_missing_on_file(person, row))
    if person.arrival_id is None:
        Individual.objects.filter(pk=person.pk).update(arrival=arrival)
    if row.document.strip():
        _add_unless_on_file(add_identity_document, person, number=row.document, by=by, **row.paper)
    for number in filter(str.strip, (row.phone, *row.more_phones)):
        _add_unless_on_file(
            add_phone, person, number=number, may_be_called=row.is_safe_to_call, by=by
        )


def _facts_missing_on_file(person: Individual, row: PersonRow) -> dict[str, Any]:
    names = ("given_names", "family_names")
    facts: dict[str, Any] = {
        name: getattr(row, name)
        for name in names
        if getattr(row, name) and not getattr(person, name)
    }
    if person.sex == Sex.UNKNOWN:
        facts["sex"] = row.sex
    if person.birth_precision == BirthPrecision.UNKNOWN:
        facts["birth"] = row.birth
    return facts


def _add_unless_on_file(add: Any, person: Individual, **facts: Any) -> None:
    try:
        add(person, **facts)
    except ActionRefused:
        # Both actions refuse here for one reason only: the paper or phone is on file already.
        return
