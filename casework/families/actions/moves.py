"""Changes memberships in steps that can be undone: each step is saved as a FamilyChange."""

import datetime
from collections.abc import Iterable
from typing import Any

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.actions.arrivals import open_further_case
from casework.cases.actions import end_case, move_status
from casework.claims.sight import update_claim_restriction
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.identity.rules import relation_fault, relation_for_sex
from casework.register.choices import CaseStatus, EndReason, Relation
from casework.register.models.case import Case, FamilyMember, NamedAccess
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.slots.followers import run_family_followers
from casework.slots.obstacles import closure_blockers
from pages.refusals import ActionRefused


class ChangedSince(ActionRefused):
    """The step cannot be undone, because somebody changed the memberships after it."""


_CHANGED_LATER = _("The family changed again since: undo the later steps first.")

MEMBER_FACTS = ("relation_to_principal", "left_on")


def state_of(member: FamilyMember) -> dict[str, Any]:
    """Returns the values of a membership as a FamilyChange stores them."""
    left_on = member.left_on.isoformat() if member.left_on else None
    return {
        "case": str(member.case_id),
        "relation": member.relation_to_principal,
        "joined_on": member.joined_on.isoformat(),
        "left_on": left_on,
    }


class Moves:
    """Changes memberships in one step, and lists the changes for the undo."""

    def __init__(self) -> None:
        self.moved: list[dict[str, Any]] = []
        self.new_people: list[Individual] = []

    def change(self, member: FamilyMember, **facts: Any) -> None:
        """Saves new values of MEMBER_FACTS. Raises ActionRefused for a relation of the other sex."""
        before = state_of(member)
        if relation := facts.get("relation_to_principal"):
            _refuse_unfit(member.individual, relation)
        for name, fact in facts.items():
            setattr(member, name, fact)
        member.save(update_fields=list(facts))
        self.moved.append({"member": member.pk, "before": before, "after": state_of(member)})

    def start(
        self, case: Case, individual: Individual, *, relation: str, on: datetime.date
    ) -> FamilyMember:
        """Creates a membership from this day on and returns it. Raises ActionRefused for a relation of the other sex."""
        _refuse_unfit(individual, relation)
        member = FamilyMember.objects.create(
            case=case, individual=individual, relation_to_principal=relation, joined_on=on
        )
        self.add_created(member)
        return member

    def add_created(self, member: FamilyMember) -> None:
        """Adds a membership that the caller has created to the changes of this step."""
        self.moved.append({"member": member.pk, "before": None, "after": state_of(member)})
        self.new_people.append(member.individual)

    def save_step(
        self, case: Case, step: FamilyStep, *, on: datetime.date, by: User, **facts: Any
    ) -> FamilyChange:
        """Saves the step with all listed changes, updates who sees the cases, and returns the step."""
        change = FamilyChange.objects.create(
            case=case, step=step, on=on, by=by, moved=self.moved, **facts
        )
        # `case` is the old case of a split: the people started in the new one.
        new_people = [] if step == FamilyStep.SPLIT else self.new_people
        update_claim_restriction(case, by=by, joining=new_people)
        if change.other_case:
            update_claim_restriction(change.other_case, by=by)
        return change


def _refuse_unfit(individual: Individual, relation: str) -> None:
    """Raises ActionRefused if the relation does not fit the person's sex on file: one of them is wrong."""
    if fault := relation_fault(relation, age=None, sex=individual.sex):
        raise ActionRefused(f"{individual.display_name}: {fault}", field="relation")


def lock_cases(*cases: Case) -> list[Case]:
    """Returns fresh rows in the given order. Locks them in a fixed order, which prevents deadlocks."""
    rows = {
        case.pk: Case.objects.lock(case) for case in sorted(cases, key=lambda each: str(each.pk))
    }
    return [rows[case.pk] for case in cases]


def is_unchanged_since(change: FamilyChange, members: dict[int, FamilyMember]) -> bool:
    """Whether nobody changed these memberships after the step.

    A corrected day of joining does not count as a change, nor does a relation that was adapted to a corrected sex."""

    def expected(member: FamilyMember, after: dict[str, Any]) -> dict[str, Any]:
        relation = relation_for_sex(after["relation"], member.individual.sex)
        return after | {"joined_on": member.joined_on.isoformat(), "relation": relation}

    return all(
        (member := members.get(each["member"])) is not None
        and state_of(member) == expected(member, each["after"])
        for each in change.moved
    )


def members_of(changes: Iterable[FamilyChange], *, lock: bool = False) -> dict[int, FamilyMember]:
    """Returns the memberships that these steps changed, by key."""
    keys = {each["member"] for change in changes for each in change.moved}
    rows = FamilyMember.objects.filter(pk__in=keys).select_related("individual")
    return {row.pk: row for row in (rows.select_for_update(of=("self",)) if lock else rows)}


@transaction.atomic
def undo_family_change(change: FamilyChange, *, by: User) -> FamilyChange:
    """Restores every membership to its state before the step, and returns the step.

    A membership that the step created begins and ends on one day afterwards. Raises ChangedSince if the memberships were
    changed after the step, and ActionRefused."""
    change = FamilyChange.objects.lock(change)
    cases = lock_cases(*filter(None, (change.case, change.other_case)))
    for case in cases:
        require(by, Permission.CASE_CHANGE, about=case)
    if change.is_undone:
        raise ActionRefused(_("This step was undone already."))
    members = members_of([change], lock=True)
    if FamilyChange.objects.with_later().get(pk=change.pk).has_later or not is_unchanged_since(
        change, members
    ):
        raise ChangedSince(_CHANGED_LATER)
    if change.step == FamilyStep.LEFT:
        refuse_people_away(member.individual for member in members.values())
    try:
        with transaction.atomic():
            _restore(change, members)
    except IntegrityError as error:
        # A newer membership covers the days of the one to restore.
        raise ChangedSince(_CHANGED_LATER) from error
    change.legal_referrals.open().update(ended_on=by.today())
    if change.step == FamilyStep.ADDED:
        for member in members.values():
            _move_to_mistaken_case(member, by=by)
    if change.other_case_id:
        _reopen_and_close(change, members, cases, by=by)
    change.undone_at, change.undone_by = timezone.now(), by
    change.save(update_fields=["undone_at", "undone_by"])
    record("family.undone", by=by, about=change, details={"step": change.step})
    update_claim_restriction(*cases, by=by)
    return change


def _move_to_mistaken_case(member: FamilyMember, *, by: User) -> None:
    """Moves a person who belongs to no case after the undo into a new case that is closed as a mistake.

    The person stays on file, but figures and lists leave them out. Raises ActionRefused if something about the person is
    open."""
    person, case = member.individual, member.case
    if person.memberships.non_empty().exists():
        return
    own_case = open_further_case(team=case.team, on=member.joined_on, by=by)
    copy_restriction(own_case, case, by=by)
    own_case.members.create(
        individual=person, relation_to_principal=Relation.PRINCIPAL, joined_on=member.joined_on
    )
    run_family_followers([person], case=own_case, by=by)
    end_case(own_case, reason=EndReason.DUPLICATE, on=by.today(), by=by)


def copy_restriction(new_case: Case, old_case: Case, *, by: User) -> None:
    """Copies the restriction of the old case, with the users named there, so that nobody else sees the new case."""
    if not old_case.is_restricted:
        return
    new_case.is_restricted = True
    new_case.save(update_fields=["is_restricted"])
    for access in old_case.named_access.in_force(by.today()):
        NamedAccess.objects.create(
            case=new_case,
            user_id=access.user_id,
            until=access.until,
            given_by_id=access.given_by_id,
        )


def refuse_people_away(people: Iterable[Individual]) -> None:
    """Raises ActionRefused if one of these people is away by an exit."""
    if Exit.objects.away().filter(individual__in=list(people)).exists():
        raise ActionRefused(
            _("It is on file that this person left us: say first what became of the exit.")
        )


def _restore(change: FamilyChange, members: dict[int, FamilyMember]) -> None:
    """Saves the earlier states: first ends created rows, then removes the new principal, then restores the old one.

    A constraint allows one principal at a time."""

    def rank(each: dict[str, Any]) -> int:
        before = each["before"]
        return 0 if before is None else 1 + (before["relation"] == Relation.PRINCIPAL)

    for each in sorted(change.moved, key=rank):
        member, before = members[each["member"]], each["before"]
        if before is None:
            member.left_on = member.joined_on
        else:
            member.relation_to_principal = relation_for_sex(
                before["relation"], member.individual.sex
            )
            left_on = before["left_on"]
            member.left_on = datetime.date.fromisoformat(left_on) if left_on else None
        member.save(update_fields=list(MEMBER_FACTS))


def _reopen_and_close(
    change: FamilyChange, members: dict[int, FamilyMember], cases: list[Case], *, by: User
) -> None:
    """Reopens the case that the step closed, and closes the case that it opened. Raises ActionRefused."""
    case, other_case = cases
    old_case, new_case = (
        (case, other_case) if change.step == FamilyStep.SPLIT else (other_case, case)
    )
    people = [members[each["member"]].individual for each in change.moved if not each["before"]]
    run_family_followers(people, case=old_case, by=by)
    if change.has_closed_other and not other_case.is_open:
        move_status(other_case, CaseStatus.OPEN, on=by.today(), by=by)
        record("case.reopened", by=by, about=other_case)
    if change.step == FamilyStep.SPLIT and new_case.is_open:
        if blockers := closure_blockers(new_case):
            sentence = _("In %(case)s: %(what)s")
            raise ActionRefused(
                *(sentence % {"case": new_case.number, "what": each} for each in blockers)
            )
        end_case(new_case, reason=EndReason.DUPLICATE, on=by.today(), by=by)
