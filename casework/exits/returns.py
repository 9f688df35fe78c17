"""People who came back after an exit: those without a case, and those who join their former family again."""

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


def returns_without_case() -> Any:
    """Returns exits of people who came back and belong to no family, so that no list of beds or food has them.

    A person who belonged to a family on a day after the return is left out, even if they left it or its case was closed.
    """
    memberships = FamilyMember.objects.filter(individual=OuterRef("individual"))
    memberships = memberships.filter(Q(left_on=None) | Q(left_on__gt=OuterRef("back_on")))
    is_open = Q(case__status=CaseStatus.OPEN) | Q(case__closed_on__gt=OuterRef("back_on"))
    later_exits = Exit.objects.standing().filter(individual=OuterRef("individual"))
    later_exits = later_exits.filter(Q(back_on=None) | Q(back_on__gt=OuterRef("back_on")))
    rows = Exit.objects.standing().filter(back_on__isnull=False)
    return rows.filter(
        ~Exists(memberships.filter(is_open)),
        ~Exists(later_exits.exclude(pk=OuterRef("pk"))),
        individual__merged_into=None,
        individual__erased_on=None,
    )


def children_without_case(today: datetime.date) -> Any:
    """Exits of `returns_without_case` whose people may be children by year of birth."""
    return returns_without_case().filter(individual__birth_year__gte=today.year - AGE_OF_MAJORITY)


def others_without_case(today: datetime.date) -> Any:
    return returns_without_case().exclude(individual__birth_year__gte=today.year - AGE_OF_MAJORITY)


def links_into_a_case(person_exit: Exit) -> list[FollowUp]:
    """Returns links to pages on which the person of this exit gets into a case; empty if the person is in one."""
    if not returns_without_case().filter(pk=person_exit.pk).exists():
        return []
    case, person = person_exit.case, person_exit.individual
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


def links_into_a_case_for(individual: Individual) -> list[FollowUp]:
    """Returns the links of `links_into_a_case` for all exits of the person."""
    exits = (
        returns_without_case().filter(individual=individual).select_related("individual", "case")
    )
    return [way for each in exits for way in links_into_a_case(each)]


def membership_to_rejoin(person_exit: Exit, user: User) -> FamilyMember | None:
    """Returns the membership that the exit ended, if the person can join again and the user may record it; else None."""
    person = person_exit.individual
    memberships = FamilyMember.objects.filter(
        case=person_exit.case_id,
        individual=person,
        left_on=person_exit.on,
        case__status=CaseStatus.OPEN,
    )
    member: FamilyMember | None = memberships.select_related("case").order_by("-joined_on").first()
    if member is None:
        return None
    later_memberships = person.memberships.exclude(pk=member.pk).exclude(left_on=F("joined_on"))
    if later_memberships.filter(Q(left_on=None) | Q(left_on__gt=person_exit.on)).exists():
        return None
    may_join = can(user, Permission.CASE_CHANGE, about=member.case)
    return member if may_join and can(user, Permission.INDIVIDUAL_CHANGE, about=person) else None


def rejoin_family(person_exit: Exit, *, on: datetime.date, by: User) -> None:
    """Brings the person of the exit back into the family that they left, from that day.

    The person gets the earlier relation, unless the family has another principal now. Raises ActionRefused if the person
    belongs to a family already.
    """
    member = membership_to_rejoin(person_exit, by)
    if member is None:
        raise ActionRefused(gettext("They cannot join that family again."), field="joins")
    changes = FamilyChange.objects.filter(case=member.case, undone_at=None)
    steps_of_leaving = changes.filter(step=FamilyStep.LEFT, moved__contains=[{"member": member.pk}])
    steps_of_principal = changes.filter(step=FamilyStep.PRINCIPAL)
    has_new_principal = steps_of_principal.filter(
        at__gt=steps_of_leaving.order_by("-at").values("at")[:1]
    ).exists()
    old_relation = member.relation_to_principal
    relation = (
        Relation.UNKNOWN
        if has_new_principal or old_relation == Relation.PRINCIPAL
        else old_relation
    )
    person = member.individual
    bring_back(member.case, individual=person, joined_on=on, relation=relation, by=by)


def correct_rejoining(
    person_exit: Exit, *, old_back_on: datetime.date, reason: str, by: User
) -> None:
    """Moves the membership that began with the return on `old_back_on` to the corrected day, or undoes it.

    Raises ActionRefused if another membership says that the person was here before the corrected day.
    """
    memberships = person_exit.individual.memberships.non_empty().filter(
        joined_on__gte=person_exit.on
    )
    for member in memberships.select_related("case").order_by("joined_on"):
        if member.joined_on == old_back_on and person_exit.back_on:
            if person_exit.back_on != old_back_on:
                _move_joining(member, on=person_exit.back_on, reason=reason, by=by)
        elif member.joined_on == old_back_on and (step := _step_of_joining(member)):
            undo_family_change(step, by=by)
        elif person_exit.back_on is None or member.joined_on < person_exit.back_on:
            sentence = gettext("They belong to %(number)s from %(day)s on: put that right first.")
            words = {"number": member.case.number, "day": short_date(member.joined_on)}
            raise ActionRefused(
                sentence % words, field="back_on" if person_exit.back_on else "what"
            )


def _move_joining(member: FamilyMember, *, on: datetime.date, reason: str, by: User) -> None:
    try:
        correct_membership(member, joined_on=on, left_on=member.left_on, reason=reason, by=by)
    except ActionRefused as refused:
        raise ActionRefused(*refused.sentences, field="back_on") from refused


def _step_of_joining(member: FamilyMember) -> FamilyChange | None:
    steps = FamilyChange.objects.filter(case=member.case, undone_at=None, step=FamilyStep.ADDED)
    step: FamilyChange | None = steps.filter(moved__contains=[{"member": member.pk}]).first()
    return step
