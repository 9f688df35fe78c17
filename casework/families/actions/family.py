"""Adds and removes members of a family, changes its principal, and corrects relations."""

import datetime
from collections.abc import Mapping

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import lock_for
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.arrivals.actions.intake import Intake
from casework.bonds.actions import record_relations_as_bonds
from casework.children.querysets import surely_adult
from casework.claims.sight import update_claim_restriction
from casework.consents.start import LawfulStart
from casework.families.actions.moves import Moves
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.identity.actions.individuals import PersonRow
from casework.identity.rules import NOBODYS_PARTNER, too_young_to_be_a_partner
from casework.register.actions import refuse_before_birth, refuse_closed
from casework.register.choices import EntryMode, Relation
from casework.register.models.case import Case, FamilyMember
from casework.register.models.exit import Exit
from pages.refusals import ActionRefused
from reference.models import CrossingPoint

CHILD_NEEDS_CARE = _(
    "Who may be a child leaves a family for a case of their own, for another family or by an exit, "
    "so that somebody looks after them: split the family, or record the exit."
)
LEFT_ON_DAY_OF_JOINING = _(
    "This person joined on that day and would have belonged to nobody: split the family "
    "for a case of their own, or record an exit."
)


@transaction.atomic
def add_member(
    case: Case,
    *,
    row: PersonRow,
    joined_on: datetime.date,
    by: User,
    relation: str = Relation.UNKNOWN,
    crossed_on: datetime.date | None = None,
    crossing: CrossingPoint | None = None,
    entry_mode: str = EntryMode.UNKNOWN,
) -> FamilyMember:
    """Adds a new person to the family and returns the membership. People on file come by `join_family` or `bring_back`.

    `crossed_on` is the day of the person's own arrival; a person who was born here has none. Raises ActionRefused."""
    case = lock_for(case, Permission.CASE_CHANGE, by=by)
    refuse_joining(case, relation, on=joined_on, by=by)
    refuse_before_birth(row.birth, crossed_on or joined_on, field="birth")
    if crossed_on and joined_on < crossed_on:
        raise ActionRefused(_("Nobody joins before they came across."), field="joined_on")
    if not crossed_on and (crossing or entry_mode != EntryMode.UNKNOWN):
        raise ActionRefused(_("Give the day on which this person came across."), field="crossed_on")
    intake, arrival = Intake(by), None
    if crossed_on:
        arrival = intake.add_later_arrival(
            case, on=crossed_on, crossing=crossing, entry_mode=entry_mode
        )
    member = intake.add_person(case, row, relation=relation, joined_on=joined_on, arrival=arrival)
    # An empty `LawfulStart` saves rows that say that notice and legal basis are due.
    intake.add_lawful_start(member.individual, LawfulStart(), since=joined_on)
    intake.write()
    case.save(update_fields=["people_numbered"])
    moves = Moves()
    moves.add_created(member)
    moves.save_step(case, FamilyStep.ADDED, on=joined_on, by=by)
    record("member.added", by=by, about=member, details={"individual": member.individual.number})
    return member


def refuse_joining(case: Case, relation: str, *, on: datetime.date, by: User) -> None:
    """Raises ActionRefused if a person cannot join the case on that day with that relation."""
    refuse_future(on, by=by, field="joined_on")
    refuse_closed(case)
    if relation == Relation.PRINCIPAL:
        raise ActionRefused(_("The case has a principal: change it afterwards."), field="relation")
    if on < case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="joined_on")


def _refuse_principal_of_others(member: FamilyMember) -> None:
    """Raises ActionRefused if the member is the principal and others stay: another principal must be named first."""
    other_members = member.case.members.filter(left_on=None).exclude(pk=member.pk)
    if member.relation_to_principal == Relation.PRINCIPAL and other_members.exists():
        raise ActionRefused(_("This is the principal: name another one first."))


@transaction.atomic
def end_membership(member: FamilyMember, *, left_on: datetime.date, by: User) -> FamilyMember:
    """Ends the membership; `left_on` is the first day without the person. Raises ActionRefused."""
    case = lock_for(member.case, Permission.CASE_CHANGE, by=by)
    member = FamilyMember.objects.lock(member)
    refuse_future(left_on, by=by, field="left_on")
    _refuse_former_member(member)
    if left_on < member.joined_on:
        raise ActionRefused(_("The day of leaving is before the day of joining."), field="left_on")
    _refuse_principal_of_others(member)
    moves = Moves()
    moves.change(member, left_on=left_on)
    moves.save_step(case, FamilyStep.LEFT, on=left_on, by=by)
    record("member.left", by=by, about=member)
    return member


@transaction.atomic
def restore_membership(person_exit: Exit, *, by: User) -> None:
    """Restores the membership that this exit ended, because the exit was a mistake.

    Later changes of other members stay. Does nothing if the person belongs to a family since, or if the case is closed."""
    steps = FamilyChange.objects.filter(
        case=person_exit.case_id, step=FamilyStep.LEFT, undone_at=None
    )
    memberships = FamilyMember.objects.filter(
        case=person_exit.case_id, individual=person_exit.individual_id, left_on=person_exit.on
    )
    for member in memberships.order_by("-joined_on"):
        step = steps.filter(moved__contains=[{"member": member.pk}]).order_by("-pk").first()
        if step is not None and not _belonged_later(member):
            return _undo_leaving(step, member, by=by)
    return None


def _belonged_later(member: FamilyMember) -> bool:
    """Whether the person belonged to a family on some day after this membership ended."""
    memberships = member.individual.memberships.non_empty().exclude(pk=member.pk)
    return bool(memberships.filter(Q(left_on=None) | Q(left_on__gt=member.left_on)).exists())


def _undo_leaving(step: FamilyChange, member: FamilyMember, *, by: User) -> None:
    case = lock_for(member.case, Permission.CASE_CHANGE, by=by)
    if not case.is_open:
        return
    member = FamilyMember.objects.lock(member)
    Moves().change(member, left_on=None)
    step.undone_at, step.undone_by = timezone.now(), by
    step.save(update_fields=["undone_at", "undone_by"])
    record("family.undone", by=by, about=step, details={"step": step.step})
    update_claim_restriction(case, by=by)


@transaction.atomic
def leave_family(member: FamilyMember, *, left_on: datetime.date, by: User) -> FamilyMember:
    """Records that an adult leaves the family, without joining another one and without an exit.

    Raises ActionRefused for a person who may be a child, because nobody would look after the child, and for leaving on
    the day of joining."""
    member = FamilyMember.objects.lock(member)
    if not surely_adult(member.individual, left_on):
        raise ActionRefused(CHILD_NEEDS_CARE)
    if left_on == member.joined_on:
        raise ActionRefused(LEFT_ON_DAY_OF_JOINING, field="left_on")
    return end_membership(member, left_on=left_on, by=by)


def _refuse_former_member(member: FamilyMember) -> None:
    if member.left_on:
        raise ActionRefused(_("This person has left already."))


@transaction.atomic
def change_principal(
    case: Case,
    *,
    principal: FamilyMember,
    by: User,
    relation_of_former: str = Relation.UNKNOWN,
    relations: Mapping[FamilyMember, str] | None = None,
) -> FamilyMember:
    """Makes another member the principal and returns the membership; the former principal gets `relation_of_former`.

    `relations` holds the others' relations to the new principal; people without an entry keep theirs. Raises
    ActionRefused."""
    case = lock_for(case, Permission.CASE_CHANGE, by=by)
    locked = FamilyMember.objects.select_for_update(of=("self",)).filter(case=case, left_on=None)
    members = list(locked.select_related("individual"))
    new_principal: FamilyMember | None = next(
        (member for member in members if member.pk == principal.pk), None
    )
    if new_principal is None:
        raise ActionRefused(_("Choose somebody who belongs to the case."), field="principal")
    if new_principal.relation_to_principal == Relation.PRINCIPAL:
        raise ActionRefused(_("This person is the principal already."), field="principal")
    new_relations = {member.pk: relation for member, relation in (relations or {}).items()}
    if Relation.PRINCIPAL in (relation_of_former, *new_relations.values()):
        raise ActionRefused(_("A case has one principal."), field="relation_of_former")
    moves = Moves()
    for former in members:
        if former.relation_to_principal == Relation.PRINCIPAL:
            record_relations_as_bonds(members, former.individual, by=by)
    for member in members:
        if member.relation_to_principal == Relation.PRINCIPAL:
            moves.change(member, relation_to_principal=relation_of_former)
        elif (
            new_relations.get(member.pk, member.relation_to_principal)
            != member.relation_to_principal
        ):
            moves.change(member, relation_to_principal=new_relations[member.pk])
    moves.change(new_principal, relation_to_principal=Relation.PRINCIPAL)
    moves.save_step(case, FamilyStep.PRINCIPAL, on=by.today(), by=by)
    record("principal.changed", by=by, about=new_principal)
    return new_principal


@transaction.atomic
def correct_relation(
    member: FamilyMember,
    *,
    relation: str,
    by: User,
    has_changed: bool = False,
    on: datetime.date | None = None,
) -> FamilyMember:
    """Corrects a member's relation to the principal, or records that it has changed, for example by an adoption.

    `on` is the day of the change; None if unknown. The step stores the earlier value. Raises ActionRefused."""
    case = lock_for(member.case, Permission.CASE_CHANGE, by=by)
    member = FamilyMember.objects.lock(member)
    refuse_closed(case)
    _refuse_former_member(member)
    if Relation.PRINCIPAL in (relation, member.relation_to_principal):
        raise ActionRefused(_("Who the principal is changes on a page of its own."))
    if relation == member.relation_to_principal:
        return member
    if too_young_to_be_a_partner(member.individual.age_on(by.today()), relation):
        raise ActionRefused(NOBODYS_PARTNER, field="relation")
    if on:
        refuse_future(on, by=by)
    moves = Moves()
    moves.change(member, relation_to_principal=relation)
    step = FamilyStep.CHANGED if has_changed else FamilyStep.RELATION
    moves.save_step(case, step, on=on or by.today(), by=by)
    record("relation.changed" if has_changed else "relation.corrected", by=by, about=member)
    return member
