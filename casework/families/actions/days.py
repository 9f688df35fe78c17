"""Correcting the days of a membership: since when, and until when."""

import datetime
from dataclasses import dataclass

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from accounts.refusals import refuse_future
from casework.corrections.actions import put_right
from casework.families.actions.moves import lock_cases
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.actions import refuse_closed, refuse_unborn
from casework.register.models.arrival import Arrival
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.individual import refuse_erased
from pages.refusals import ActionRefused

# Steps with a day on which somebody joined or left.
STEPS_WITH_A_DAY = (FamilyStep.JOINED, FamilyStep.SPLIT, FamilyStep.ADDED, FamilyStep.LEFT)


@dataclass
class OtherMembership:
    """The other membership of a step between two families: both have the same day."""

    member: FamilyMember
    name: str
    day: datetime.date

    @property
    def gives_way(self) -> bool:
        """Whether this membership gets shorter; it is saved first, because a constraint forbids overlaps."""
        was = getattr(self.member, self.name)
        return bool(self.day < was if self.name == "left_on" else self.day > was)


@transaction.atomic
def correct_membership(
    member: FamilyMember,
    *,
    joined_on: datetime.date,
    by: User,
    left_on: datetime.date | None = None,
    reason: str = "",
) -> FamilyMember:
    """Corrects the day of joining and, for a person who left, the first day without them.

    A step between two families is an end and a beginning: both move. Raises ActionRefused for impossible days, for a day
    that belongs to an arrival or an exit (corrected there), and without a reason a day after the step was recorded.
    """
    [case] = lock_cases(member.case)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    member = FamilyMember.objects.lock(member)
    refuse_erased(member.individual)
    _refuse_impossible(member, joined_on, left_on, by=by)
    _refuse_days_of_others(member, joined_on, left_on)
    shared = _shared(member, joined_on, left_on)
    _refuse_shared(shared, by=by)
    _refuse_elsewhere(member, joined_on, left_on, shared)
    first = [each for each in shared if each.gives_way]
    later = [each for each in shared if not each.gives_way]
    for each in first:
        _put_right(each.member, {each.name: each.day}, reason=reason, by=by)
    _put_right(member, {"joined_on": joined_on, "left_on": left_on}, reason=reason, by=by)
    for each in later:
        _put_right(each.member, {each.name: each.day}, reason=reason, by=by)
    return member


def _refuse_impossible(
    member: FamilyMember, joined_on: datetime.date, left_on: datetime.date | None, *, by: User
) -> None:
    if member.left_on == member.joined_on:
        raise ActionRefused(_("This membership was undone: it holds on no day."))
    if bool(left_on) != bool(member.left_on):
        raise ActionRefused(
            _("Who leaves, and who comes back, is a step of its own."), field="left_on"
        )
    refuse_future(joined_on, by=by, field="joined_on")
    refuse_unborn(member.individual.birth, joined_on, field="joined_on")
    if joined_on < member.case.opened_on:
        raise ActionRefused(_("The case was opened after this day."), field="joined_on")
    arrival = member.individual.arrival
    if arrival and arrival.case_id == member.case_id and joined_on < arrival.on:
        raise ActionRefused(_("Nobody joins before they came across."), field="joined_on")
    if left_on:
        refuse_future(left_on, by=by, field="left_on")
        if left_on <= joined_on:
            raise ActionRefused(
                _("The day of leaving comes after the day of joining."), field="left_on"
            )


def days_held(member: FamilyMember) -> dict[str, Arrival | Exit]:
    """By the name of the day, the arrival or exit that it belongs to: that is corrected, and this day follows."""
    held: dict[str, Arrival | Exit] = {}
    arrival = member.individual.arrival
    if arrival and arrival.case_id == member.case_id and arrival.on == member.joined_on:
        held["joined_on"] = arrival
    if member.left_on:
        exits = Exit.objects.standing().filter(individual=member.individual_id)
        if gone := exits.filter(on=member.left_on).first():
            held["left_on"] = gone
    return held


def _refuse_days_of_others(
    member: FamilyMember, joined_on: datetime.date, left_on: datetime.date | None
) -> None:
    """Raises ActionRefused for a day that belongs to an arrival or an exit."""
    held = days_held(member)
    if "joined_on" in held and joined_on != member.joined_on:
        raise ActionRefused(
            _("This is the day of the arrival: correct the arrival, and the family follows."),
            field="joined_on",
        )
    absences = Exit.objects.standing().filter(individual=member.individual_id)
    if absences.filter(on__lte=joined_on, back_on__gt=joined_on).exists():
        raise ActionRefused(
            _("They were away on that day, by an exit: correct the day of the return."),
            field="joined_on",
        )
    if "left_on" in held and left_on != member.left_on:
        raise ActionRefused(
            _("This is the day of an exit: take the exit back and record it anew."),
            field="left_on",
        )


def _shared(
    member: FamilyMember, joined_on: datetime.date, left_on: datetime.date | None
) -> list[OtherMembership]:
    """The memberships whose day follows, locked."""
    others = FamilyMember.objects.select_for_update(of=("self",)).select_related("case")
    own = others.filter(individual=member.individual_id).lasting().exclude(pk=member.pk)
    steps = _steps_of(member)
    found = []
    if joined_on != member.joined_on:
        found += [
            OtherMembership(each, "left_on", joined_on)
            for each in own.filter(left_on=member.joined_on)
        ]
    if left_on and left_on != member.left_on:
        found += [
            OtherMembership(each, "joined_on", left_on)
            for each in own.filter(joined_on=member.left_on)
        ]
    return [each for each in found if _steps_of(each.member) & steps]


def _steps_of(member: FamilyMember) -> set[int]:
    """The valid steps that moved this membership."""
    steps = FamilyChange.objects.filter(moved__contains=[{"member": member.pk}], undone_at=None)
    return set(steps.values_list("pk", flat=True))


def _refuse_shared(shared: list[OtherMembership], *, by: User) -> None:
    for each in shared:
        require(by, Permission.CASE_CHANGE, about=each.member.case)
        first, last = each.member.joined_on, each.member.left_on
        is_end = each.name == "left_on"
        if not each.member.case.is_open:
            raise ActionRefused(
                _("The step also moved %(number)s, which is closed: undo the step and do it anew.")
                % {"number": each.member.case.number}
            )
        if (is_end and each.day <= first) or (not is_end and last and each.day >= last):
            raise ActionRefused(
                _("This person was in another case on that day."),
                field="joined_on" if is_end else "left_on",
            )


def _refuse_elsewhere(
    member: FamilyMember,
    joined_on: datetime.date,
    left_on: datetime.date | None,
    shared: list[OtherMembership],
) -> None:
    """Raises ActionRefused if another membership, which does not follow, covers one of the days."""
    own = [member.pk, *(each.member.pk for each in shared)]
    others = member.individual.memberships.lasting().exclude(pk__in=own)
    others = others.filter(Q(left_on=None) | Q(left_on__gt=joined_on))
    if left_on:
        others = others.filter(joined_on__lt=left_on)
    if others.exists():
        raise ActionRefused(_("This person was in another case on that day."), field="joined_on")


def _put_right(
    member: FamilyMember,
    facts: dict[str, datetime.date | None],
    *,
    reason: str,
    by: User,
) -> None:
    was = member.joined_on, member.left_on
    changed = put_right(member, facts, reason=reason, by=by, recorded_at=_recorded_at(member))
    member.save(update_fields=changed)
    _let_steps_follow(member, *was)
    details = {"individual": member.individual.number, "fields": changed}
    record("member.corrected", by=by, about=member, details=details)


def _recorded_at(member: FamilyMember) -> datetime.datetime:
    """When the days were last written; long ago if unknown."""
    steps = FamilyChange.objects.filter(
        moved__contains=[{"member": member.pk}], step__in=STEPS_WITH_A_DAY
    )
    step: FamilyChange | None = steps.order_by("-at").first()
    if step:
        return step.at
    arrival = member.individual.arrival
    return arrival.logged_at if arrival else timezone.now() - datetime.timedelta(days=2)


def _let_steps_follow(
    member: FamilyMember, was_joined: datetime.date, was_left: datetime.date | None
) -> None:
    """Updates the days of valid steps: each can still be undone, and one about this person alone states its day."""
    now = {was_joined: member.joined_on, was_left: member.left_on}
    for step in FamilyChange.objects.filter(pk__in=_steps_of(member)):
        if was_left and member.left_on:
            _tell_of_leaving(step, member, was_left, member.left_on)
        people = FamilyMember.objects.filter(pk__in=[each["member"] for each in step.moved])
        is_alone = not people.exclude(individual=member.individual_id).exists()
        if is_alone and step.step in STEPS_WITH_A_DAY:
            step.on = now.get(step.on) or step.on
        step.save(update_fields=["moved", "on"])


def _tell_of_leaving(
    step: FamilyChange, member: FamilyMember, was: datetime.date, now: datetime.date
) -> None:
    for each in step.moved:
        for side in (each["before"], each["after"]):
            if each["member"] == member.pk and side and side["left_on"] == was.isoformat():
                side["left_on"] = now.isoformat()
