"""Make a plan of moves, ask for its places, change it by hand, look at what changed, apply it or drop it."""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, record, save_and_record
from accounts.models import User
from accounts.permissions import Permission
from pages.refusals import ActionRefused
from shelters.actions.placements import move_all
from shelters.models import Bed, Placement, Site
from shelters.plan.choices import MoveLineState, MovePlanState, Solving
from shelters.plan.differences import differences
from shelters.plan.models import MoveLine, MovePlan
from shelters.plan.reading import PlanFacts
from shelters.plan.rules import has_refusal

MAY_CHANGE = Permission.PLACEMENT_CHANGE
ASKED = ("solving", "solving_since", "asked_by")
# By stay the new bed; None for no place.
NewBeds = Mapping[Placement, uuid.UUID | None]


class PlanOutdated(ActionRefused):
    """Something changed since the plan was solved."""


class PlanClosed(ActionRefused):
    """The plan was applied or dropped."""


class PlanUnderWay(ActionRefused):
    """A worker works out the places of the plan."""


def make_plan(
    site: Site,
    *,
    leaves_on: datetime.date,
    counts_until: datetime.date,
    rooms: Collection[uuid.UUID] = (),
    by: User,
) -> MovePlan:
    """A draft for the site, or for some of its rooms, that waits for its places. An earlier draft for the site is dropped.

    Raises ActionRefused for a day in the past, and if nobody has to move.
    """
    require(by, MAY_CHANGE, about=site)
    if leaves_on < by.today():
        raise ActionRefused(_("This day has passed."), field="leaves_on")
    if counts_until <= leaves_on:
        raise ActionRefused(_("The plan counts no night."), field="counts_until")
    plan = MovePlan(
        site=site,
        leaves_on=leaves_on,
        counts_until=counts_until,
        rooms=list(rooms),
        made_by=by,
        asked_by=by,
        solving=Solving.QUEUED,
        solving_since=timezone.now(),
    )
    if not PlanFacts(plan, by=by).stays:
        raise ActionRefused(_("Nobody whom you see has a place there from that night on."))
    with transaction.atomic():
        for earlier in MovePlan.objects.drafts().filter(site=site):
            drop_plan(earlier, by=by)
        return add_and_record(plan, "move_plan.made", by=by, details={"site": str(site.pk)})


@transaction.atomic
def ask_again(plan: MovePlan, *, by: User) -> MovePlan:
    """Asks for the places of the draft again, with the facts of now; `shelters.plan.solving` answers.

    Who asks while a worker is at it waits for the same answer. Of a worker that was lost a new one takes over.
    """
    plan = _locked(plan, by)
    waits = MovePlan.objects.waiting_for_a_worker(timezone.now()).filter(pk=plan.pk).exists()
    if plan.is_under_way and not waits:
        return plan
    plan.solving, plan.solving_since, plan.asked_by = Solving.QUEUED, timezone.now(), by
    return save_and_record(plan, *ASKED, verb="move_plan.asked", by=by)


@transaction.atomic
def change_family(plan: MovePlan, *, beds: NewBeds, by: User) -> MovePlan:
    """Gives these people other beds by hand, or leaves them out. Raises ActionRefused for a bed that is not free or is
    planned for somebody else, and for what a rule refuses."""
    plan = _locked_draft(plan, by)
    facts = PlanFacts(plan, by=by)
    lines = {line.placement_id: line for line in plan.lines.select_for_update()}
    mine = {stay.pk for stay in beds}
    others = [line for key, line in lines.items() if key not in mine]
    wanted = {stay: bed for stay, bed in beds.items() if bed}
    taken = {line.bed_id for line in others}
    if any(bed not in facts.free or bed in taken for bed in wanted.values()):
        raise ActionRefused(_("One of these beds is not free."))
    broken = facts.broken_by({**facts.kept(others), **wanted})
    if any(has_refusal(breaches) for breaches in broken.values()):
        raise ActionRefused(_("A rule about who sleeps beside whom refuses these beds."))
    state = MoveLineState.PLANNED if wanted else MoveLineState.LEFT_OUT
    # Beds are given back first, because two people may change them with each other.
    plan.lines.filter(placement__in=mine).update(bed=None, state=MoveLineState.LEFT_OUT)
    for stay in beds:
        line = lines.get(stay.pk) or MoveLine(plan=plan, placement=stay)
        fill(line, facts, stay, beds[stay], broken.get(stay, ()))
        line.state, line.is_by_hand = state, True
        line.save()
    record("move_plan.changed", by=by, about=plan, details={"people": len(beds)})
    return plan


@transaction.atomic
def look_at_changes(plan: MovePlan, *, by: User) -> MovePlan:
    """Somebody looked at what changed under the plan: lines that can still be applied say what holds now. What cannot,
    loses its place."""
    plan = _locked_draft(plan, by)
    facts = PlanFacts(plan, by=by)
    lines = {line.placement_id: line for line in plan.lines.select_for_update()}
    stays = {stay.pk: stay for stay in facts.stays}
    beds = facts.kept(lines.values())
    broken = facts.broken_by(beds)
    lost = {stay.case_id for stay, breaches in broken.items() if has_refusal(breaches)}
    lost |= {
        s.case_id for s in facts.stays if s.pk in lines and lines[s.pk].bed_id and s not in beds
    }
    for key, line in lines.items():
        stay = stays.get(key)
        if stay is None:
            line.bed, line.state = None, MoveLineState.LEFT_OUT
        else:
            kept = beds.get(stay) if stay.case_id not in lost else None
            was_planned = line.state == MoveLineState.PLANNED
            fill(line, facts, stay, kept, broken.get(stay, ()))
            if was_planned and kept is None:
                line.state = MoveLineState.NO_PLACE
        line.save()
    for stay in facts.stays:
        if stay.pk not in lines:
            line = MoveLine(plan=plan, placement=stay, state=MoveLineState.NO_PLACE)
            fill(line, facts, stay, None, ())
            line.save()
    record("move_plan.looked_at", by=by, about=plan)
    return plan


@transaction.atomic
def apply_plan(plan: MovePlan, *, reason: str = "", by: User) -> MovePlan:
    """Moves everybody with a new bed, or nobody. Who has no place stays where they are.

    Raises PlanOutdated if something changed since, BedTaken if somebody was quicker, and what `move_all` raises.
    """
    plan = _locked_draft(plan, by)
    facts = PlanFacts(plan, by=by)
    if found := differences(plan, facts):
        sentences = [f"{difference.family}: {difference.sentence}" for difference in found]
        raise PlanOutdated(_("Something changed since the plan was made."), *sentences)
    seen = MoveLine.objects.visible_to(by, MAY_CHANGE).values("pk")
    if plan.lines.exclude(bed=None).exclude(pk__in=seen).exists():
        raise PlanOutdated(
            _("Somebody whose case you do not see moves in this plan: solve it again without them.")
        )
    beds = {bed.pk: bed for bed in _beds_of(plan)}
    moves = {
        stay: beds[line.bed_id]
        for line in plan.lines.all()
        for stay in facts.stays
        if line.placement_id == stay.pk and line.bed_id
    }
    if not moves:
        raise ActionRefused(_("Nobody in this plan has a new place."))
    move_all(moves, on=plan.leaves_on, reason=reason, by=by)
    plan.state, plan.closed_at = MovePlanState.APPLIED, timezone.now()
    return save_and_record(
        plan, "state", "closed_at", verb="move_plan.applied", by=by, details={"people": len(moves)}
    )


@transaction.atomic
def drop_plan(plan: MovePlan, *, by: User) -> MovePlan:
    """Drops the draft: nobody moves because of it. It stays readable."""
    plan = _locked(plan, by)
    plan.state, plan.closed_at = MovePlanState.DROPPED, timezone.now()
    return save_and_record(plan, "state", "closed_at", verb="move_plan.dropped", by=by)


def _locked(plan: MovePlan, by: User) -> MovePlan:
    plan = lock_for(plan, MAY_CHANGE, by=by)
    if plan.state != MovePlanState.DRAFT:
        raise PlanClosed(_("This plan is no draft any more."))
    return plan


def _locked_draft(plan: MovePlan, by: User) -> MovePlan:
    """The draft with its places. Raises PlanUnderWay while they are worked out."""
    plan = _locked(plan, by)
    if plan.is_under_way:
        raise PlanUnderWay(_("The places are being worked out: wait a moment."))
    return plan


def fill(
    line: MoveLine,
    facts: PlanFacts,
    stay: Placement,
    bed: uuid.UUID | None,
    breaches: Sequence[Any],
) -> None:
    """Writes to the line the new bed and what is known of the stay."""
    line.bed_id, line.from_bed_id, line.until = bed, stay.bed_id, facts.until(stay)
    line.asks = sorted({str(breach.rule) for breach in breaches}) if bed else []
    if bed or line.state in ("", MoveLineState.PLANNED, MoveLineState.NO_PLACE):
        line.state = MoveLineState.PLANNED if bed else MoveLineState.NO_PLACE


def _beds_of(plan: MovePlan) -> list[Bed]:
    keys = plan.lines.exclude(bed=None).values("bed")
    return list(Bed.objects.filter(pk__in=keys).select_related("room__site"))
