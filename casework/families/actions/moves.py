"""Changes memberships in an undoable way: every step saves a FamilyChange."""

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
from casework.claims.sight import settle_sight
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.identity.rules import relation_fault, relation_for_sex
from casework.register.choices import CaseStatus, EndReason, Relation
from casework.register.models.case import Case, FamilyMember, NamedAccess
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.slots.followers import let_follow
from casework.slots.obstacles import closure_blockers
from pages.refusals import ActionRefused


class BuiltUpon(ActionRefused):
    """Somebody changed the memberships again after the step."""


_CHANGED_SINCE = _("The family changed again since: undo the later steps first.")

MEMBER_FACTS = ("relation_to_principal", "left_on")


def state_of(member: FamilyMember) -> dict[str, Any]:
    """A membership's values, as a FamilyChange stores them."""
    left_on = member.left_on.isoformat() if member.left_on else None
    return {
        "case": str(member.case_id),
        "relation": member.relation_to_principal,
        "joined_on": member.joined_on.isoformat(),
        "left_on": left_on,
    }


class Moves:
    """The memberships changed by one step, saved in order and listed for the undo."""

    def __init__(self) -> None:
        self.moved: list[dict[str, Any]] = []
        self.came: list[Individual] = []

    def change(self, member: FamilyMember, **facts: Any) -> None:
        """Changes MEMBER_FACTS of a membership."""
        before = state_of(member)
        if relation := facts.get("relation_to_principal"):
            _refuse_unfit(member.individual, relation)
        for name, fact in facts.items():
            setattr(member, name, fact)
        member.save(update_fields=list(facts))
        self.moved.append({"member": member.pk, "before": before, "after": state_of(member)})

    def begin(
        self, case: Case, individual: Individual, *, relation: str, on: datetime.date
    ) -> FamilyMember:
        """Starts a membership on a day."""
        _refuse_unfit(individual, relation)
        member = FamilyMember.objects.create(
            case=case, individual=individual, relation_to_principal=relation, joined_on=on
        )
        self.began(member)
        return member

    def began(self, member: FamilyMember) -> None:
        """Lists a membership that the step created."""
        self.moved.append({"member": member.pk, "before": None, "after": state_of(member)})
        self.came.append(member.individual)

    def keep(
        self, case: Case, step: FamilyStep, *, on: datetime.date, by: User, **facts: Any
    ) -> FamilyChange:
        """Saves the row with everything that was moved; updates what depends on who is in the cases."""
        change = FamilyChange.objects.create(
            case=case, step=step, on=on, by=by, moved=self.moved, **facts
        )
        # Nobody joins the case of a split: it begins like the old one.
        came = [] if step == FamilyStep.SPLIT else self.came
        settle_sight(case, by=by, came=came)
        if change.other_case:
            settle_sight(change.other_case, by=by)
        return change


def _refuse_unfit(individual: Individual, relation: str) -> None:
    """Raises ActionRefused for a relation of the other sex than the one on file: one of them is wrong."""
    if fault := relation_fault(relation, age=None, sex=individual.sex):
        raise ActionRefused(f"{individual.display_name}: {fault}", field="relation")


def lock_cases(*cases: Case) -> list[Case]:
    """The fresh rows in the given order, locked in a fixed order to prevent deadlocks."""
    fresh = {
        case.pk: Case.objects.lock(case) for case in sorted(cases, key=lambda each: str(each.pk))
    }
    return [fresh[case.pk] for case in cases]


def is_as_left(change: FamilyChange, members: dict[int, FamilyMember]) -> bool:
    """Whether nobody changed these memberships since the step.

    A corrected day of arrival does not count, nor a relation that followed the person's sex.
    """

    def followed(member: FamilyMember, after: dict[str, Any]) -> dict[str, Any]:
        relation = relation_for_sex(after["relation"], member.individual.sex)
        return after | {"joined_on": member.joined_on.isoformat(), "relation": relation}

    return all(
        (member := members.get(each["member"])) is not None
        and state_of(member) == followed(member, each["after"])
        for each in change.moved
    )


def members_of(changes: Iterable[FamilyChange], *, lock: bool = False) -> dict[int, FamilyMember]:
    """The memberships that these steps moved, by number."""
    wanted = {each["member"] for change in changes for each in change.moved}
    rows = FamilyMember.objects.filter(pk__in=wanted).select_related("individual")
    return {row.pk: row for row in (rows.select_for_update(of=("self",)) if lock else rows)}


@transaction.atomic
def undo_family_change(change: FamilyChange, *, by: User) -> FamilyChange:
    """Restores every membership to its state before the step; refused if a later step depends on it.

    A membership created by the step is kept, empty: it begins and ends on one day.
    """
    change = FamilyChange.objects.lock(change)
    cases = lock_cases(*filter(None, (change.case, change.other_case)))
    for case in cases:
        require(by, Permission.CASE_CHANGE, about=case)
    if change.is_undone:
        raise ActionRefused(_("This step was undone already."))
    members = members_of([change], lock=True)
    if FamilyChange.objects.with_later().get(pk=change.pk).has_later or not is_as_left(
        change, members
    ):
        raise BuiltUpon(_CHANGED_SINCE)
    if change.step == FamilyStep.LEFT:
        refuse_gone_from_us(member.individual for member in members.values())
    try:
        with transaction.atomic():
            _restore(change, members)
    except IntegrityError as error:
        # A newer membership covers the days of the one to restore.
        raise BuiltUpon(_CHANGED_SINCE) from error
    change.legal_referrals.open().update(ended_on=by.today())
    if change.step == FamilyStep.ADDED:
        for member in members.values():
            _put_aside(member, by=by)
    if change.other_case_id:
        _settle_cases(change, members, cases, by=by)
    change.undone_at, change.undone_by = timezone.now(), by
    change.save(update_fields=["undone_at", "undone_by"])
    record("family.undone", by=by, about=change, details={"step": change.step})
    settle_sight(*cases, by=by)
    return change


def _put_aside(member: FamilyMember, *, by: User) -> None:
    """Somebody whom this step registered, and who never belonged anywhere else, gets a case that was opened by mistake.

    Such people count in no figure and no list, and stay on file. Raises ActionRefused if something of theirs is open.
    """
    person, case = member.individual, member.case
    if person.memberships.lasting().exists():
        return
    apart = open_further_case(team=case.team, on=member.joined_on, by=by)
    protect_alike(apart, case, by=by)
    apart.members.create(
        individual=person, relation_to_principal=Relation.PRINCIPAL, joined_on=member.joined_on
    )
    let_follow([person], case=apart, by=by)
    end_case(apart, reason=EndReason.DUPLICATE, on=by.today(), by=by)


def protect_alike(new: Case, old: Case, *, by: User) -> None:
    """Nobody sees the new case who did not see the old one."""
    if not old.is_restricted:
        return
    new.is_restricted = True
    new.save(update_fields=["is_restricted"])
    for named in old.named_access.in_force(by.today()):
        NamedAccess.objects.create(
            case=new, user_id=named.user_id, until=named.until, given_by_id=named.given_by_id
        )


def refuse_gone_from_us(people: Iterable[Individual]) -> None:
    """Raises ActionRefused if an exit says that one of these people is away."""
    if Exit.objects.away().filter(individual__in=list(people)).exists():
        raise ActionRefused(
            _("It is on file that this person left us: say first what became of the exit.")
        )


def _restore(change: FamilyChange, members: dict[int, FamilyMember]) -> None:
    """In this order: empty the new rows, remove the principal, restore the old one."""

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


def _settle_cases(
    change: FamilyChange, members: dict[int, FamilyMember], cases: list[Case], *, by: User
) -> None:
    """Undoes what followed: the closed case opens, the opened one closes."""
    here, other = cases
    old, new = (here, other) if change.step == FamilyStep.SPLIT else (other, here)
    people = [members[each["member"]].individual for each in change.moved if not each["before"]]
    let_follow(people, case=old, by=by)
    if change.has_closed_other and not other.is_open:
        move_status(other, CaseStatus.OPEN, on=by.today(), by=by)
        record("case.reopened", by=by, about=other)
    if change.step == FamilyStep.SPLIT and new.is_open:
        if blockers := closure_blockers(new):
            said = _("In %(case)s: %(what)s")
            raise ActionRefused(*(said % {"case": new.number, "what": each} for each in blockers))
        end_case(new, reason=EndReason.DUPLICATE, on=by.today(), by=by)
