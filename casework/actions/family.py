"""Who belongs to a family unit, since when, until when, and who is its principal."""

import datetime

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.actions.family_moves import Moves
from casework.actions.individuals import PersonRow
from casework.actions.intake import Intake
from casework.actions.refusals import refuse_future
from casework.choices import Relation
from casework.choices.family import FamilyStep
from casework.models import Case, FamilyMember, Individual
from pages.refusals import ActionRefused


@transaction.atomic
def add_member(
    case: Case,
    *,
    joined_on: datetime.date,
    by: User,
    relation: str = Relation.OTHER,
    row: PersonRow | None = None,
    individual: Individual | None = None,
) -> FamilyMember:
    """Adds a person to the case: `row` for who is new to the files, `individual` for who is on file.

    Who is on file leaves the present case that day; the number stays, notes stay where they were written.
    """
    case = Case.objects.lock(case)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_future(joined_on, by=by, field="joined_on")
    if not case.is_open:
        raise ActionRefused(_("The case is closed: reopen it first."))
    if relation == Relation.PRINCIPAL:
        raise ActionRefused(_("The case has a principal: change it afterwards."), field="relation")
    if joined_on < case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="joined_on")
    if individual:
        individual = Individual.objects.lock(individual)
        require(by, Permission.INDIVIDUAL_CHANGE, about=individual)
        _leave_present_case(individual, joining=case, on=joined_on)
        member = FamilyMember.objects.create(
            case=case, individual=individual, relation_to_principal=relation, joined_on=joined_on
        )
    else:
        member = _add_newcomer(case, row or PersonRow(), relation, joined_on=joined_on, by=by)
    record("member.added", by=by, about=member, details={"individual": member.individual.number})
    return member


def _add_newcomer(
    case: Case, row: PersonRow, relation: str, *, joined_on: datetime.date, by: User
) -> FamilyMember:
    intake = Intake(by)
    member = intake.add_person(case, row, relation=relation, joined_on=joined_on)
    intake.write()
    case.save(update_fields=["people_numbered"])
    return member


def _leave_present_case(individual: Individual, *, joining: Case, on: datetime.date) -> None:
    present = individual.memberships.filter(left_on=None).select_related("case").first()
    if not present:
        if individual.memberships.filter(left_on__gt=on).exists():
            raise ActionRefused(
                _("This person was in another case on that day."), field="joined_on"
            )
        return
    if present.case_id == joining.pk:
        raise ActionRefused(_("This person is in this case already."), field="individual")
    if on < present.joined_on:
        raise ActionRefused(_("This person joined the other case later."), field="joined_on")
    _refuse_orphans(present)
    present.left_on = on
    present.save(update_fields=["left_on"])


def _refuse_orphans(member: FamilyMember) -> None:
    """A principal leaves last, or after somebody else became principal."""
    others = member.case.members.filter(left_on=None).exclude(pk=member.pk)
    if member.relation_to_principal == Relation.PRINCIPAL and others.exists():
        raise ActionRefused(_("This is the principal: name another one first."))


@transaction.atomic
def end_membership(member: FamilyMember, *, left_on: datetime.date, by: User) -> FamilyMember:
    """Says that somebody belongs to the family unit no longer; `left_on` is the first day without."""
    case = Case.objects.lock(member.case)
    require(by, Permission.CASE_CHANGE, about=case)
    member = FamilyMember.objects.select_for_update().get(pk=member.pk)
    refuse_future(left_on, by=by, field="left_on")
    if member.left_on:
        raise ActionRefused(_("This person has left already."))
    if left_on < member.joined_on:
        raise ActionRefused(_("The day of leaving is before the day of joining."), field="left_on")
    _refuse_orphans(member)
    member.left_on = left_on
    member.save(update_fields=["left_on"])
    record("member.left", by=by, about=member)
    return member


@transaction.atomic
def change_principal(
    case: Case, *, principal: FamilyMember, by: User, relation_of_former: str = Relation.OTHER
) -> FamilyMember:
    """Makes another member the principal; the one before takes `relation_of_former` to the new one."""
    case = Case.objects.lock(case)
    require(by, Permission.CASE_CHANGE, about=case)
    members = list(FamilyMember.objects.select_for_update().filter(case=case, left_on=None))
    chosen = next((member for member in members if member.pk == principal.pk), None)
    if chosen is None:
        raise ActionRefused(_("Choose somebody who belongs to the case."), field="principal")
    if chosen.relation_to_principal == Relation.PRINCIPAL:
        raise ActionRefused(_("This person is the principal already."), field="principal")
    if relation_of_former == Relation.PRINCIPAL:
        raise ActionRefused(_("A case has one principal."), field="relation_of_former")
    moves = Moves()
    for member in members:
        if member.relation_to_principal == Relation.PRINCIPAL:
            moves.change(member, relation_to_principal=relation_of_former)
    moves.change(chosen, relation_to_principal=Relation.PRINCIPAL)
    moves.keep(case, FamilyStep.PRINCIPAL, on=by.today(), by=by)
    record("principal.changed", by=by, about=chosen)
    return chosen
