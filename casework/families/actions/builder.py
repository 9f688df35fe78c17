"""Joining people of two cases, bringing somebody back, and splitting a family into a case of its own."""

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
from casework.bonds.actions import keep_relations_as_bonds
from casework.cases.actions import carry_legal_referral, end_case
from casework.families.actions.family import refuse_joining
from casework.families.actions.moves import (
    Moves,
    lock_cases,
    protect_alike,
    refuse_gone_from_us,
)
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.actions import refuse_closed, refuse_unborn
from casework.register.choices import EndReason, Relation
from casework.register.models.assignment import CaseAssignment
from casework.register.models.case import Case, FamilyMember
from casework.register.models.individual import Individual
from casework.register.querysets.individual import case_of
from casework.slots.followers import let_follow
from casework.slots.obstacles import closure_blockers
from pages.refusals import ActionRefused


@transaction.atomic
def join_family(
    case: Case,
    *,
    other: Case,
    relations: Mapping[Individual, str],
    on: datetime.date,
    by: User,
) -> FamilyChange:
    """Moves these people of `other` into the case, each with the relation to its principal.

    Beds, notes and numbers stay; the case is referred to every service that the people were with. An empty case is closed,
    unless something in it is open. Refused across offices, and from a restricted case into an unrestricted one.
    """
    case, other = lock_cases(case, other)
    for each in (case, other):
        require(by, Permission.CASE_CHANGE, about=each)
    _refuse_strangers(case, other)
    refuse_future(on, by=by)
    if Relation.PRINCIPAL in relations.values():
        raise ActionRefused(_("The case has a principal: change it afterwards."))
    leaving, staying = _who_leaves(other, relations, on=on)
    if on < case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="on")
    _keep_bonds(leaving, staying, by=by)
    moves = _carry_over(leaving, to=case, relations=relations, on=on)
    let_follow(list(relations), case=case, by=by)
    is_empty = not staying and not closure_blockers(other)
    if is_empty:
        end_case(other, reason=EndReason.JOINED, on=max(on, other.opened_on), by=by)
    change = moves.keep(
        case, FamilyStep.JOINED, on=on, by=by, other_case=other, has_closed_other=is_empty
    )
    carry_legal_referral(case, [other], by=by, came_with=change)
    record(
        "family.joined",
        by=by,
        about=change,
        details={"from": other.number, "people": len(leaving)},
    )
    return change


@transaction.atomic
def split_family(
    case: Case, *, relations: Mapping[Individual, str], on: datetime.date, by: User
) -> FamilyChange:
    """Opens a case of the same team for these people; one of the relations is that of the principal.

    The new case is as restricted as the old one and with the same services. Numbers never change. If the user looks after
    the old case, they look after the new one too.
    """
    [case] = lock_cases(case)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    refuse_future(on, by=by)
    if list(relations.values()).count(Relation.PRINCIPAL) != 1:
        raise ActionRefused(_("Say who is the principal of the new case: one person."))
    leaving, staying = _who_leaves(case, relations, on=on)
    if not staying:
        raise ActionRefused(_("Somebody must stay in the case."))
    new = open_further_case(team=case.team, on=on, by=by)
    protect_alike(new, case, by=by)
    if case.assignments.on(by.today()).filter(caseworker=by).exists():
        CaseAssignment.objects.create(case=new, caseworker=by, starts_on=by.today(), assigned_by=by)
        record(
            "case.assigned",
            by=by,
            about=new,
            details={"to": str(by.pk), "on": by.today().isoformat()},
        )
    _keep_bonds(leaving, staying, by=by)
    moves = _carry_over(leaving, to=new, relations=relations, on=on)
    let_follow(list(relations), case=new, by=by)
    change = moves.keep(case, FamilyStep.SPLIT, on=on, by=by, other_case=new)
    carry_legal_referral(new, [case], by=by, came_with=change)
    record("family.split", by=by, about=change, details={"to": new.number, "people": len(leaving)})
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
    """Moves a person who belongs to no case today into this one; number and notes stay.

    Checks what `join_family` checks about the person's last case. A person of another case comes by joining.
    """
    last = case_of(individual, by.today())
    if last is None:
        raise ActionRefused(_("This person belongs to no case."), field="number")
    [case, *lasts] = lock_cases(case, *([last] if last.pk != case.pk else []))
    require(by, Permission.CASE_CHANGE, about=case)
    individual = lock_for(individual, Permission.INDIVIDUAL_CHANGE, by=by)
    refuse_joining(case, relation, on=joined_on, by=by)
    refuse_unborn(individual.birth, joined_on, field="joined_on")
    refuse_gone_from_us([individual])
    _refuse_belonging(individual, case, on=joined_on)
    for each in lasts:
        require(by, Permission.CASE_CHANGE, about=each)
        _refuse_across(case, each)
    moves = Moves()
    member = moves.begin(case, individual, relation=relation, on=joined_on)
    let_follow([individual], case=case, by=by)
    change = moves.keep(
        case, FamilyStep.ADDED, on=joined_on, by=by, other_case=lasts[0] if lasts else None
    )
    for each in lasts:
        carry_legal_referral(case, [each], by=by, came_with=change)
    record("member.added", by=by, about=member, details={"individual": individual.number})
    return member


def _refuse_belonging(individual: Individual, case: Case, *, on: datetime.date) -> None:
    later = individual.memberships.lasting().filter(Q(left_on=None) | Q(left_on__gt=on))
    member = later.select_related("case").first()
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


def _refuse_strangers(case: Case, other: Case) -> None:
    if case.pk == other.pk:
        raise ActionRefused(_("This is the same case."), field="number")
    refuse_closed(case)
    refuse_closed(other)
    _refuse_across(case, other)


def _refuse_across(case: Case, other: Case) -> None:
    """Refuses moves to another office, or out of a restricted case into one that more people see."""
    if case.office_id != other.office_id:
        raise ActionRefused(_("Both cases must be of one office."))
    if other.is_restricted and not case.is_restricted:
        raise ActionRefused(
            _("%(number)s is restricted: restrict this case first, or the people become visible.")
            % {"number": other.number}
        )


def _who_leaves(
    case: Case, relations: Mapping[Individual, str], *, on: datetime.date
) -> tuple[list[FamilyMember], list[FamilyMember]]:
    """The memberships of those who go and of those who stay, locked. Raises ActionRefused."""
    wanted = {individual.pk for individual in relations}
    for individual in sorted(relations, key=lambda each: each.number):
        Individual.objects.lock(individual)
    present = list(
        FamilyMember.objects.select_for_update(of=("self",))
        .filter(case=case, left_on=None)
        .select_related("individual")
    )
    leaving = [member for member in present if member.individual_id in wanted]
    staying = [member for member in present if member.individual_id not in wanted]
    if not wanted:
        raise ActionRefused(_("Choose at least one person."))
    if len(leaving) != len(wanted):
        raise ActionRefused(_("Choose somebody who belongs to the case."))
    if any(on < member.joined_on for member in leaving):
        raise ActionRefused(_("One of them joined the case later."), field="on")
    if staying and any(m.relation_to_principal == Relation.PRINCIPAL for m in leaving):
        raise ActionRefused(
            _("The principal of %(number)s goes, and others stay: name another one first.")
            % {"number": case.number}
        )
    return leaving, staying


def _keep_bonds(leaving: list[FamilyMember], staying: list[FamilyMember], *, by: User) -> None:
    """Keeps relations to the old principal as bonds: children and partners stay so across two files."""
    for principal in (*leaving, *staying):
        if principal.relation_to_principal == Relation.PRINCIPAL:
            keep_relations_as_bonds(leaving, principal.individual, by=by)


def _carry_over(
    leaving: list[FamilyMember],
    *,
    to: Case,
    relations: Mapping[Individual, str],
    on: datetime.date,
) -> Moves:
    by_key = {individual.pk: relation for individual, relation in relations.items()}
    moves = Moves()
    for member in leaving:
        moves.change(member, left_on=on)
    for member in leaving:
        moves.begin(to, member.individual, relation=by_key[member.individual_id], on=on)
    return moves
