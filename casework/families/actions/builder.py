"""Joins people of two cases, brings a person back into a family, and splits a family into two cases."""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for, require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.arrivals.actions.arrivals import open_further_case
from casework.bonds.actions import record_relations_as_bonds
from casework.cases.actions import copy_legal_referral, end_case
from casework.families.actions.family import refuse_joining
from casework.families.actions.moves import Moves, copy_restriction, lock_cases, refuse_people_away
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.actions import refuse_before_birth, refuse_closed
from casework.register.choices import EndReason, Relation
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.followers import run_family_followers
from casework.slots.obstacles import closure_blockers
from pages.refusals import ActionRefused


@transaction.atomic
def join_family(
    case: Case, *, other: Case, relations: Mapping[Individual, str], on: datetime.date, by: User
) -> FamilyChange:
    """Moves these people of `other` into the case, each with the relation to its principal; returns the step.

    Beds, notes and numbers stay. Legal referrals of `other` are copied to the case. If nobody stays in `other` and nothing
    in it is open, it is closed. Raises ActionRefused for cases of two offices, and for a restricted case whose people would
    join an unrestricted one."""
    case, other = lock_cases(case, other)
    for each in (case, other):
        require(by, Permission.CASE_CHANGE, about=each)
    _refuse_unjoinable(case, other)
    refuse_future(on, by=by)
    if Relation.PRINCIPAL in relations.values():
        raise ActionRefused(_("The case has a principal: change it afterwards."))
    leavers, stayers = _split_members(other, relations, on=on)
    if on < case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="on")
    _save_relations(leavers, stayers, by=by)
    moves = _move_members(leavers, new_case=case, relations=relations, on=on)
    run_family_followers(list(relations), case=case, by=by)
    is_empty = not stayers and not closure_blockers(other)
    if is_empty:
        end_case(other, reason=EndReason.JOINED, on=max(on, other.opened_on), by=by)
    change = moves.save_step(
        case, FamilyStep.JOINED, on=on, by=by, other_case=other, has_closed_other=is_empty
    )
    copy_legal_referral(case, [other], by=by, came_with=change)
    record(
        "family.joined", by=by, about=change, details={"from": other.number, "people": len(leavers)}
    )
    return change


@transaction.atomic
def split_family(
    case: Case, *, relations: Mapping[Individual, str], on: datetime.date, by: User
) -> FamilyChange:
    """Opens a case of the same team for these people and returns the step; one of the relations is "principal".

    The new case is as restricted as the old one and has the same legal referrals. Numbers never change. If `by` looks after
    the old case, `by` also looks after the new one. Raises ActionRefused."""
    [case] = lock_cases(case)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    refuse_future(on, by=by)
    if list(relations.values()).count(Relation.PRINCIPAL) != 1:
        raise ActionRefused(_("Say who is the principal of the new case: one person."))
    leavers, stayers = _split_members(case, relations, on=on)
    if not stayers:
        raise ActionRefused(_("Somebody must stay in the case."))
    new_case = open_further_case(team=case.team, on=on, by=by)
    copy_restriction(new_case, case, by=by)
    if case.assignments.on(by.today()).filter(caseworker=by).exists():
        CaseAssignment.objects.create(
            case=new_case, caseworker=by, starts_on=by.today(), assigned_by=by
        )
        record(
            "case.assigned",
            by=by,
            about=new_case,
            details={"to": str(by.pk), "on": by.today().isoformat()},
        )
    _save_relations(leavers, stayers, by=by)
    moves = _move_members(leavers, new_case=new_case, relations=relations, on=on)
    run_family_followers(list(relations), case=new_case, by=by)
    change = moves.save_step(case, FamilyStep.SPLIT, on=on, by=by, other_case=new_case)
    copy_legal_referral(new_case, [case], by=by, came_with=change)
    record(
        "family.split", by=by, about=change, details={"to": new_case.number, "people": len(leavers)}
    )
    return change


@transaction.atomic
def bring_back(
    case: Case,
    *,
    individual: Individual,
    joined_on: datetime.date,
    by: User,
    relation: str = Relation.UNKNOWN,
) -> FamilyMember:
    """Starts a membership of a person who belongs to no case today; number and notes stay.

    Checks the person's last case as `join_family` does. A person who belongs to another case comes by `join_family`.
    Raises ActionRefused."""
    last_case = case_of(individual, by.today())
    if last_case is None:
        raise ActionRefused(_("This person belongs to no case."), field="number")
    [case, *former_cases] = lock_cases(case, *([last_case] if last_case.pk != case.pk else []))
    require(by, Permission.CASE_CHANGE, about=case)
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_joining(case, relation, on=joined_on, by=by)
    refuse_before_birth(individual.birth, joined_on, field="joined_on")
    refuse_people_away([individual])
    _refuse_current_member(individual, case, on=joined_on)
    for each in former_cases:
        require(by, Permission.CASE_CHANGE, about=each)
        _refuse_office_or_sight(case, each)
    moves = Moves()
    member = moves.start(case, individual, relation=relation, on=joined_on)
    run_family_followers([individual], case=case, by=by)
    change = moves.save_step(
        case,
        FamilyStep.ADDED,
        on=joined_on,
        by=by,
        other_case=former_cases[0] if former_cases else None,
    )
    for each in former_cases:
        copy_legal_referral(case, [each], by=by, came_with=change)
    record("member.added", by=by, about=member, details={"individual": individual.number})
    return member


def _refuse_current_member(individual: Individual, case: Case, *, on: datetime.date) -> None:
    memberships = individual.memberships.non_empty().filter(Q(left_on=None) | Q(left_on__gt=on))
    member = memberships.select_related("case").first()
    if member is None:
        return
    if member.case_id == case.pk and not member.left_on:
        raise ActionRefused(_("This person is in this case already."), field="number")
    if member.left_on:
        raise ActionRefused(_("This person was in another case on that day."), field="joined_on")
    raise ActionRefused(
        _("This person belongs to %(number)s: bring them by “Join people of another case”.")
        % {"number": member.case.number},
        field="number",
    )


def _refuse_unjoinable(case: Case, other: Case) -> None:
    if case.pk == other.pk:
        raise ActionRefused(_("This is the same case."), field="number")
    refuse_closed(case)
    refuse_closed(other)
    _refuse_office_or_sight(case, other)


def _refuse_office_or_sight(case: Case, other: Case) -> None:
    """Raises ActionRefused for cases of two offices, and if the people of a restricted case would become visible."""
    if case.office_id != other.office_id:
        raise ActionRefused(_("Both cases must be of one office."))
    if other.is_restricted and not case.is_restricted:
        raise ActionRefused(
            _("%(number)s is restricted: restrict this case first, or the people become visible.")
            % {"number": other.number}
        )


def _split_members(
    case: Case, relations: Mapping[Individual, str], *, on: datetime.date
) -> tuple[list[FamilyMember], list[FamilyMember]]:
    """Returns the memberships of the people who leave and of those who stay, locked. Raises ActionRefused."""
    keys = {individual.pk for individual in relations}
    for individual in sorted(relations, key=lambda each: each.number):
        Individual.objects.lock(individual)
    current_members = list(
        FamilyMember.objects.select_for_update(of=("self",))
        .filter(case=case, left_on=None)
        .select_related("individual")
    )
    leavers = [member for member in current_members if member.individual_id in keys]
    stayers = [member for member in current_members if member.individual_id not in keys]
    if not keys:
        raise ActionRefused(_("Choose at least one person."))
    if len(leavers) != len(keys):
        raise ActionRefused(_("Choose somebody who belongs to the case."))
    if any(on < member.joined_on for member in leavers):
        raise ActionRefused(_("One of them joined the case later."), field="on")
    if stayers and any(each.relation_to_principal == Relation.PRINCIPAL for each in leavers):
        raise ActionRefused(
            _("The principal of %(number)s goes, and others stay: name another one first.")
            % {"number": case.number}
        )
    return leavers, stayers


def _save_relations(leavers: list[FamilyMember], stayers: list[FamilyMember], *, by: User) -> None:
    """Saves relations to the old principal as Relationships, because they cross the two cases now."""
    for principal in (*leavers, *stayers):
        if principal.relation_to_principal == Relation.PRINCIPAL:
            record_relations_as_bonds(leavers, principal.individual, by=by)


def _move_members(
    leavers: list[FamilyMember],
    *,
    new_case: Case,
    relations: Mapping[Individual, str],
    on: datetime.date,
) -> Moves:
    relation_by_key = {individual.pk: relation for individual, relation in relations.items()}
    moves = Moves()
    for member in leavers:
        moves.change(member, left_on=on)
    for member in leavers:
        moves.start(
            new_case, member.individual, relation=relation_by_key[member.individual_id], on=on
        )
    return moves
