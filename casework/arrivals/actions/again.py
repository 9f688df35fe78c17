"""A person on file arrives again: their crossing is added to their current case, with the people who came along."""

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
    logged_before,
    refuse_what_is_to_come,
)
from casework.arrivals.actions.drafts import forget_draft_of
from casework.arrivals.actions.intake import Intake
from casework.claims.sight import settle_sight
from casework.consents.actions import keep_notices, say_basis
from casework.consents.start import LawfulStart
from casework.contact.actions import add_phone
from casework.corrections.exits import away_before, come_back
from casework.identity.actions.identity_documents import add_identity_document
from casework.identity.actions.individuals import PersonRow, correct_individual
from casework.register.actions import refuse_closed
from casework.register.choices import BirthPrecision, Relation, Sex
from casework.register.models.arrival import Arrival
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from pages.refusals import ActionRefused


def file_for(head: Individual, *, on: datetime.date, by: User) -> Case | None:
    """The head's open case, if the user may write into it and it was open on that day."""
    case = case_of(head, by.today())
    if case is None or not case.is_open or on < case.opened_on:
        return None
    is_in_it = case.members.on(by.today()).filter(individual=head).exists()
    return case if is_in_it and can(by, Permission.CASE_CHANGE, about=case) else None


@transaction.atomic
def log_into_file(
    case: Case,
    *,
    rows: Sequence[PersonRow],
    known: Mapping[int, Individual],
    on: datetime.date,
    by: User,
    submission: uuid.UUID | None = None,
    start: LawfulStart | None = None,
    **event: Unpack[ArrivalFacts],
) -> dict[int, Individual]:
    """Adds the crossing to the case; returns by index in `rows` the case's people, and who is new in it.

    `known` maps indexes to members of the case: empty facts on file are filled from the row, others stay; members who had
    left are here again from that day. If nobody is new, a second crossing on the same day is not added. The same
    `submission` again does nothing.
    """
    case = Case.objects.lock(case)
    require(by, Permission.CASE_LOG)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    refuse_what_is_to_come(on, event, by=by)
    if logged_before([submission], by=by):
        return dict(known)
    intake, people = Intake(by), dict(known)
    new = {place: row for place, row in enumerate(rows) if place not in known}
    arrival = case.arrivals.filter(on=on).first()
    if new or arrival is None:
        arrival = intake.add_later_arrival(
            case, on=on, people=len(rows), submission=submission, **event
        )
    has_head = known[0].memberships.filter(case=case, relation_to_principal=Relation.PRINCIPAL)
    for place, row in new.items():
        relation = row.relation if has_head.exists() else Relation.UNKNOWN
        member = intake.add_person(case, row, relation=relation, joined_on=on, arrival=arrival)
        people[place] = member.individual
        intake.begin_file(member.individual, start, since=on)
    intake.write()
    case.save(update_fields=["people_numbered"])
    for place, person in known.items():
        _complete(person, rows[place], arrival, by=by)
    _let_return(known.values(), arrival, by=by)
    settle_sight(case, by=by)
    if start and known:
        _begin_again(case, list(known.values()), start, by=by)
    numbers = sorted(person.number for person in known.values())
    record("arrival.recognised", by=by, about=arrival, case=case, details={"individuals": numbers})
    if submission:
        forget_draft_of(submission, by=by)
    return people


def _let_return(people: Iterable[Individual], arrival: Arrival, *, by: User) -> None:
    why = gettext("The person arrived again.")
    for leaving in away_before(people, arrival.on):
        come_back(leaving, on=arrival.on, reason=why, by=by, arrival=arrival)


def _begin_again(case: Case, people: list[Individual], start: LawfulStart, *, by: User) -> None:
    """What people on file were told this time; a missing answer removes nothing from the file."""
    if not can(by, Permission.CONSENT_CHANGE, about=case):
        return
    said_on = start.said_on or by.today()
    if start.notice:
        keep_notices(case, people=people, on=said_on, start=start, by=by)
    by_start: dict[LawfulStart, list[Individual]] = {}
    for person in people if start.ground else []:
        by_start.setdefault(start.about(person, said_on), []).append(person)
    for each, of_them in by_start.items():
        if each.ground == start.ground or each.given_by:
            say_basis(case, people=of_them, on=said_on, start=each, by=by)


def _complete(person: Individual, row: PersonRow, arrival: Arrival, *, by: User) -> None:
    """Adds what was told this time and was not on file; skips papers and phones that are."""
    if not can(by, Permission.INDIVIDUAL_CHANGE, about=person):
        return
    correct_individual(person, by=by, **_missing(person, row))
    if person.arrival_id is None:
        Individual.objects.filter(pk=person.pk).update(arrival=arrival)
    if row.document.strip():
        _unless_on_file(add_identity_document, person, number=row.document, by=by, **row.paper)
    for number in filter(str.strip, (row.phone, *row.more_phones)):
        _unless_on_file(add_phone, person, number=number, may_be_called=row.is_safe_to_call, by=by)


def _missing(person: Individual, row: PersonRow) -> dict[str, Any]:
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


def _unless_on_file(add: Any, person: Individual, **facts: Any) -> None:
    try:
        add(person, **facts)
    except ActionRefused:
        # The only refusal of these two here: it is on file already.
        return
