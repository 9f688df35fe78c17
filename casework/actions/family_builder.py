"""Joining people of two cases, and splitting a family into a case of its own."""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.arrivals import open_further_case
from casework.actions.cases import close_case
from casework.actions.family_moves import Moves, lock_cases
from casework.actions.refusals import refuse_future
from casework.choices import EndReason, Relation
from casework.choices.family import FamilyStep
from casework.closure import closure_blockers
from casework.followers import let_follow
from casework.models import Case, CaseReferral, FamilyChange, FamilyMember, Individual, NamedAccess
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
    """Brings these people of `other` into the case, each with the relation to its principal.

    Beds go along, notes and numbers stay; the case is with every service that the people were with.
    A case that nobody is left in closes, unless something else still stands open in it. Refused
    across offices, and from a restricted case into one that is not.
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
    moves = _carry_over(leaving, to=case, relations=relations, on=on)
    let_follow(list(relations), case=case, by=by)
    is_empty = not staying and not closure_blockers(other)
    if is_empty:
        close_case(other, reason=EndReason.JOINED, on=max(on, other.opened_on), by=by)
    change = moves.keep(
        case, FamilyStep.JOINED, on=on, by=by, other_case=other, has_closed_other=is_empty
    )
    _refer_alike(case, other, change, by=by)
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

    The new case is as restricted as the old one and is with the same services. Numbers never change.
    """
    [case] = lock_cases(case)
    require(by, Permission.CASE_CHANGE, about=case)
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))
    refuse_future(on, by=by)
    if list(relations.values()).count(Relation.PRINCIPAL) != 1:
        raise ActionRefused(_("Say who is the principal of the new case: one person."))
    leaving, staying = _who_leaves(case, relations, on=on)
    if not staying:
        raise ActionRefused(_("Somebody must stay in the case."))
    new = open_further_case(team=case.team, on=on, by=by)
    _protect_alike(new, case, by=by)
    moves = _carry_over(leaving, to=new, relations=relations, on=on)
    let_follow(list(relations), case=new, by=by)
    change = moves.keep(case, FamilyStep.SPLIT, on=on, by=by, other_case=new)
    _refer_alike(new, case, change, by=by)
    record("family.split", by=by, about=change, details={"to": new.number, "people": len(leaving)})
    return change


def _refuse_strangers(case: Case, other: Case) -> None:
    if case.pk == other.pk:
        raise ActionRefused(_("This is the same case."), field="number")
    if not (case.is_open and other.is_open):
        raise ActionRefused(_("The case is closed: reopen it first."))
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


def _refer_alike(case: Case, source: Case, change: FamilyChange, *, by: User) -> None:
    """The case is with every service that the people were with: who followed them goes on."""
    known = set(case.referrals.open().values_list("service", flat=True))
    for referral in source.referrals.open().exclude(service__in=known):
        carried = CaseReferral.objects.create(
            case=case,
            service=referral.service,
            office_id=referral.office_id,
            made_on=by.today(),
            made_by=by,
            came_with=change,
        )
        record("referral.made", by=by, about=carried, details={"service": carried.service})


def _protect_alike(new: Case, old: Case, *, by: User) -> None:
    """Nobody sees the new case who did not see the old one."""
    if not old.is_restricted:
        return
    new.is_restricted = True
    new.save(update_fields=["is_restricted"])
    for named in old.named_access.in_force(by.today()):
        NamedAccess.objects.create(
            case=new, user_id=named.user_id, until=named.until, given_by_id=named.given_by_id
        )
