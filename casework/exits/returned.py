"""People who came back: the family they left, rejoining it, and those who belong to no open case yet."""

import datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.urls import reverse
from django.utils.translation import gettext

from accounts.access import can
from accounts.models import User
from accounts.permissions import Permission
from casework.families.actions.builder import bring_back
from casework.families.actions.days import correct_membership
from casework.families.actions.moves import undo_family_change
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.choices import CaseStatus, Relation
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.models.individual import Individual
from casework.register.rules import AGE_OF_MAJORITY
from casework.slots.obstacles import FollowUp
from pages.dates import short_date
from pages.refusals import ActionRefused


def in_no_case() -> Any:
    """The exits of people who came back and belong to no family: nobody finds them a bed or food.

    A person who belonged to a family on a day since the return was taken in, even if they left it or it was closed.
    """
    taken_in = FamilyMember.objects.filter(individual=OuterRef("individual"))
    taken_in = taken_in.filter(Q(left_on=None) | Q(left_on__gt=OuterRef("back_on")))
    is_open = Q(case__status=CaseStatus.OPEN) | Q(case__closed_on__gt=OuterRef("back_on"))
    later = Exit.objects.standing().filter(individual=OuterRef("individual"))
    later = later.filter(Q(back_on=None) | Q(back_on__gt=OuterRef("back_on")))
    rows = Exit.objects.standing().filter(back_on__isnull=False)
    return rows.filter(
        ~Exists(taken_in.filter(is_open)),
        ~Exists(later.exclude(pk=OuterRef("pk"))),
        individual__merged_into=None,
        individual__erased_on=None,
    )


def children_in_no_case(today: datetime.date) -> Any:
    """The same for possible children by year of birth."""
    return in_no_case().filter(individual__birth_year__gte=today.year - AGE_OF_MAJORITY)


def others_in_no_case(today: datetime.date) -> Any:
    return in_no_case().exclude(individual__birth_year__gte=today.year - AGE_OF_MAJORITY)


def ways_into_a_case(leaving: Exit) -> list[FollowUp]:
    """How to take in a returned person without a case; empty for a person in one."""
    if not in_no_case().filter(pk=leaving.pk).exists():
        return []
    case, person = leaving.case, leaving.individual
    words = {"name": person.display_name, "number": case.number}
    if not case.is_open:
        return [
            FollowUp(
                gettext("%(number)s is closed: reopen it, or add %(name)s to another family")
                % words,
                reverse("case-detail", args=[case.number]),
            )
        ]
    way = reverse("family-bring-back", args=[case.number, person.number])
    return [FollowUp(gettext("Add %(name)s to the family of %(number)s") % words, way)]


def ways_in_for(individual: Individual) -> list[FollowUp]:
    """The same for a person, who may never have left."""
    leaving = in_no_case().filter(individual=individual).select_related("individual", "case")
    return [way for each in leaving for way in ways_into_a_case(each)]


def family_left(leaving: Exit, user: User) -> FamilyMember | None:
    """The membership that the exit ended, if the user may restore it."""
    person = leaving.individual
    ended = FamilyMember.objects.filter(
        case=leaving.case_id, individual=person, left_on=leaving.on, case__status=CaseStatus.OPEN
    )
    member: FamilyMember | None = ended.select_related("case").order_by("-joined_on").first()
    if member is None:
        return None
    since = person.memberships.exclude(pk=member.pk).exclude(left_on=F("joined_on"))
    if since.filter(Q(left_on=None) | Q(left_on__gt=leaving.on)).exists():
        return None
    may_join = can(user, Permission.CASE_CHANGE, about=member.case)
    return member if may_join and can(user, Permission.INDIVIDUAL_CHANGE, about=person) else None


def join_again(leaving: Exit, *, on: datetime.date, by: User) -> None:
    """The person belongs again to the family that they left, from that day.

    They get their earlier relation, unless the family has another principal now. Raises ActionRefused if they belong to one
    already.
    """
    member = family_left(leaving, by)
    if member is None:
        raise ActionRefused(gettext("They cannot join that family again."), field="joins")
    changes = FamilyChange.objects.filter(case=member.case, undone_at=None)
    left = changes.filter(step=FamilyStep.LEFT, moved__contains=[{"member": member.pk}])
    principals = changes.filter(step=FamilyStep.PRINCIPAL)
    is_said_of_another = principals.filter(at__gt=left.order_by("-at").values("at")[:1]).exists()
    was = member.relation_to_principal
    relation = Relation.UNKNOWN if is_said_of_another or was == Relation.PRINCIPAL else was
    person = member.individual
    bring_back(member.case, individual=person, joined_on=on, relation=relation, by=by)


def let_family_follow(leaving: Exit, *, was: datetime.date, reason: str, by: User) -> None:
    """Moves the membership that began with the return from the day `was` to its corrected day, or removes it.

    Raises ActionRefused if another membership says that they were here before.
    """
    since = leaving.individual.memberships.lasting().filter(joined_on__gte=leaving.on)
    for member in since.select_related("case").order_by("joined_on"):
        if member.joined_on == was and leaving.back_on:
            if leaving.back_on != was:
                _move(member, on=leaving.back_on, reason=reason, by=by)
        elif member.joined_on == was and (step := _step_into(member)):
            undo_family_change(step, by=by)
        elif leaving.back_on is None or member.joined_on < leaving.back_on:
            said = gettext("They belong to %(number)s from %(day)s on: put that right first.")
            words = {"number": member.case.number, "day": short_date(member.joined_on)}
            raise ActionRefused(said % words, field="back_on" if leaving.back_on else "what")


def _move(member: FamilyMember, *, on: datetime.date, reason: str, by: User) -> None:
    try:
        correct_membership(member, joined_on=on, left_on=member.left_on, reason=reason, by=by)
    except ActionRefused as refused:
        raise ActionRefused(*refused.sentences, field="back_on") from refused


def _step_into(member: FamilyMember) -> FamilyChange | None:
    steps = FamilyChange.objects.filter(case=member.case, undone_at=None, step=FamilyStep.ADDED)
    step: FamilyChange | None = steps.filter(moved__contains=[{"member": member.pk}]).first()
    return step
