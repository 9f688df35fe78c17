"""Corrects the first and the last day of a membership."""

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
from casework.corrections.actions import apply_correction
from casework.families.actions.moves import lock_cases
from casework.families.choices import FamilyStep
from casework.families.models import FamilyChange
from casework.register.actions import refuse_before_birth, refuse_closed
from casework.register.models.arrival import Arrival
from casework.register.models.case import FamilyMember
from casework.register.models.exit import Exit
from casework.register.querysets.individual import refuse_erased
from pages.refusals import ActionRefused

# Steps whose day is the day on which somebody joined or left.
STEPS_WITH_A_DAY = (FamilyStep.JOINED, FamilyStep.SPLIT, FamilyStep.ADDED, FamilyStep.LEFT)


@dataclass
class OtherMembership:
    """A membership in another family that ended or began by the same step; `day` is the new value of its field `name`."""

    member: FamilyMember
    name: str
    day: datetime.date

    @property
    def gets_shorter(self) -> bool:
        """Whether this membership gets shorter. Shorter ones are saved first, because a constraint forbids overlaps."""
        old_day = getattr(self.member, self.name)
        return bool(self.day < old_day if self.name == "left_on" else self.day > old_day)


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

    If the day belongs to a step between two families, the membership in the other family moves too. Raises ActionRefused
    for an impossible day, for a day that an arrival or an exit sets (a user corrects that instead), and without a reason
    more than a day after the step was recorded."""
    [case] = lock_cases(member.case)
    require(by, Permission.CASE_CHANGE, about=case)
    refuse_closed(case)
    member = FamilyMember.objects.lock(member)
    refuse_erased(member.individual)
    _refuse_impossible(member, joined_on, left_on, by=by)
    _refuse_days_with_cause(member, joined_on, left_on)
    moved_too = _moved_memberships(member, joined_on, left_on)
    _refuse_moving(moved_too, by=by)
    _refuse_overlap(member, joined_on, left_on, moved_too)
    shorter = [each for each in moved_too if each.gets_shorter]
    longer = [each for each in moved_too if not each.gets_shorter]
    for each in shorter:
        _save_days(each.member, {each.name: each.day}, reason=reason, by=by)
    _save_days(member, {"joined_on": joined_on, "left_on": left_on}, reason=reason, by=by)
    for each in longer:
        _save_days(each.member, {each.name: each.day}, reason=reason, by=by)
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
    refuse_before_birth(member.individual.birth, joined_on, field="joined_on")
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


def causes_of_days(member: FamilyMember) -> dict[str, Arrival | Exit]:
    """Returns, by field "joined_on" or "left_on", the arrival or exit that sets the day and must be corrected instead."""
    causes: dict[str, Arrival | Exit] = {}
    arrival = member.individual.arrival
    if arrival and arrival.case_id == member.case_id and arrival.on == member.joined_on:
        causes["joined_on"] = arrival
    if member.left_on:
        exits = Exit.objects.standing().filter(individual=member.individual_id)
        if person_exit := exits.filter(on=member.left_on).first():
            causes["left_on"] = person_exit
    return causes


def _refuse_days_with_cause(
    member: FamilyMember, joined_on: datetime.date, left_on: datetime.date | None
) -> None:
    """Raises ActionRefused for a day that an arrival or an exit sets, or on which the person was away."""
    causes = causes_of_days(member)
    if "joined_on" in causes and joined_on != member.joined_on:
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
    if "left_on" in causes and left_on != member.left_on:
        raise ActionRefused(
            _("This is the day of an exit: take the exit back and record it anew."), field="left_on"
        )


def _moved_memberships(
    member: FamilyMember, joined_on: datetime.date, left_on: datetime.date | None
) -> list[OtherMembership]:
    """Returns the memberships in other families of which a day changes too, because of the same step; locked."""
    locked = FamilyMember.objects.select_for_update(of=("self",)).select_related("case")
    memberships = locked.filter(individual=member.individual_id).non_empty().exclude(pk=member.pk)
    steps = _steps_of(member)
    candidates = []
    if joined_on != member.joined_on:
        candidates += [
            OtherMembership(each, "left_on", joined_on)
            for each in memberships.filter(left_on=member.joined_on)
        ]
    if left_on and left_on != member.left_on:
        candidates += [
            OtherMembership(each, "joined_on", left_on)
            for each in memberships.filter(joined_on=member.left_on)
        ]
    return [each for each in candidates if _steps_of(each.member) & steps]


def _steps_of(member: FamilyMember) -> set[int]:
    """Returns the keys of the steps that changed this membership and were not undone."""
    steps = FamilyChange.objects.filter(moved__contains=[{"member": member.pk}], undone_at=None)
    return set(steps.values_list("pk", flat=True))


def _refuse_moving(memberships: list[OtherMembership], *, by: User) -> None:
    for each in memberships:
        require(by, Permission.CASE_CHANGE, about=each.member.case)
        joined_on, left_on = each.member.joined_on, each.member.left_on
        is_end = each.name == "left_on"
        if not each.member.case.is_open:
            raise ActionRefused(
                _("The step also moved %(number)s, which is closed: undo the step and do it anew.")
                % {"number": each.member.case.number}
            )
        if (is_end and each.day <= joined_on) or (not is_end and left_on and each.day >= left_on):
            raise ActionRefused(
                _("This person was in another case on that day."),
                field="joined_on" if is_end else "left_on",
            )


def _refuse_overlap(
    member: FamilyMember,
    joined_on: datetime.date,
    left_on: datetime.date | None,
    moved_too: list[OtherMembership],
) -> None:
    """Raises ActionRefused if another membership, which does not move, covers one of the days."""
    moved_keys = [member.pk, *(each.member.pk for each in moved_too)]
    others = member.individual.memberships.non_empty().exclude(pk__in=moved_keys)
    others = others.filter(Q(left_on=None) | Q(left_on__gt=joined_on))
    if left_on:
        others = others.filter(joined_on__lt=left_on)
    if others.exists():
        raise ActionRefused(_("This person was in another case on that day."), field="joined_on")


def _save_days(
    member: FamilyMember, facts: dict[str, datetime.date | None], *, reason: str, by: User
) -> None:
    old_days = member.joined_on, member.left_on
    recorded_at = _recorded_at(member)
    changed = apply_correction(member, facts, reason=reason, by=by, recorded_at=recorded_at)
    member.save(update_fields=changed)
    _update_steps(member, *old_days)
    details = {"individual": member.individual.number, "fields": changed}
    record("member.corrected", by=by, about=member, details=details)


def _recorded_at(member: FamilyMember) -> datetime.datetime:
    """Returns when the days were last recorded; if unknown, a time long enough ago to ask for a reason."""
    steps = FamilyChange.objects.filter(
        moved__contains=[{"member": member.pk}], step__in=STEPS_WITH_A_DAY
    )
    step: FamilyChange | None = steps.order_by("-at").first()
    if step:
        return step.at
    arrival = member.individual.arrival
    return arrival.logged_at if arrival else timezone.now() - datetime.timedelta(days=2)


def _update_steps(
    member: FamilyMember, old_joined_on: datetime.date, old_left_on: datetime.date | None
) -> None:
    """Updates the days in steps that were not undone, so that they can still be undone.

    A step that moved this person alone also gets the new day."""
    new_days = {old_joined_on: member.joined_on, old_left_on: member.left_on}
    for step in FamilyChange.objects.filter(pk__in=_steps_of(member)):
        if old_left_on and member.left_on:
            _replace_day_of_leaving(step, member, old_left_on, member.left_on)
        people = FamilyMember.objects.filter(pk__in=[each["member"] for each in step.moved])
        is_about_one_person = not people.exclude(individual=member.individual_id).exists()
        if is_about_one_person and step.step in STEPS_WITH_A_DAY:
            step.on = new_days.get(step.on) or step.on
        step.save(update_fields=["moved", "on"])


def _replace_day_of_leaving(
    step: FamilyChange, member: FamilyMember, old_day: datetime.date, new_day: datetime.date
) -> None:
    for each in step.moved:
        for state in (each["before"], each["after"]):
            if each["member"] == member.pk and state and state["left_on"] == old_day.isoformat():
                state["left_on"] = new_day.isoformat()
