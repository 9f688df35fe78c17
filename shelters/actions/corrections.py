"""Corrects the nights of stays (first night, day of leaving, day of a move) and annuls stays that never happened."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from casework.corrections.actions import apply_correction
from casework.register.querysets.individual import refuse_erased
from pages.refusals import ActionRefused
from shelters.actions.clashes import (
    by_key,
    locked_stay,
    refuse_a_taken_bed,
    refuse_before_arrival,
    refuse_unless_in_service,
    write_stay,
)
from shelters.actions.moves import moved_from, moved_to, settle_earlier
from shelters.actions.protecting import (
    ask_about_money,
    ask_about_those_left,
    refuse_what_endangers,
    uncleaned,
    unpaid_nights,
)
from shelters.choices import BedRule, CancelReason, EarlierStay, LeftBecause, LeftTo
from shelters.models import Placement
from shelters.refusals import StayNotOpen
from shelters.rules.stays import ONE_NIGHT, nights


@transaction.atomic
def correct_stays(
    placements: Sequence[Placement],
    *,
    starts_on: datetime.date | None = None,
    ends_on: datetime.date | None = None,
    left_to: LeftTo | str = "",
    left_because: LeftBecause | str = "",
    by: User,
    reason: str = "",
) -> list[Placement]:
    """Corrects the first night and, of stays that ended, the day of leaving, where to and why. What is not given stays.

    The planned day of leaving is changed by `extend`, the day that the two stays of a move share by `correct_move`.
    Raises ActionRefused for impossible days, and without a reason a day after the stay was recorded. Raises BedTaken or
    PersonHasPlace if the corrected nights are taken, ReasonNeeded if nobody pays them, Endangers if they endanger
    somebody."""
    stays: list[Placement] = []
    unpaid: dict[Placement, list[BedRule]] = {}
    for each in by_key(placements):
        stay = _locked(each, by=by)
        first, last = starts_on or stay.starts_on, ends_on or stay.ends_on
        _refuse_impossible_days(stay, first, last, by=by)
        if rules := _newly_unpaid(stay, first, last):
            unpaid[stay] = rules
        facts = {
            "starts_on": first,
            "ends_on": last,
            "left_to": left_to or stay.left_to,
            "left_because": left_because or stay.left_because,
        }
        changed = apply_correction(stay, facts, reason=reason, by=by, recorded_at=stay.placed_at)
        refuse_a_taken_bed(stay, by=by)
        write_stay(stay, *changed, by=by)
        refuse_unless_in_service(stay)
        record("placement.corrected", by=by, about=stay, details={"fields": changed})
        stays.append(stay)
    running = [stay for stay in stays if not stay.ends_on or stay.ends_on > by.today()]
    refuse_what_endangers(running, left=running, by=by)
    ask_about_money(unpaid, reason=reason, by=by)
    return stays


@transaction.atomic
def correct_move(
    placements: Sequence[Placement], *, on: datetime.date, by: User, reason: str = ""
) -> list[Placement]:
    """Corrects the day on which these stays began with a move, together with the stays that ended with it.

    First frees all nights and then takes them, so that two people who swapped beds are corrected together. Raises
    ActionRefused for an impossible day, and without a reason a day after the move was recorded. Raises BedTaken if
    somebody else had the bed on those nights."""
    moves = [_locked_move(each, on, by=by) for each in by_key(placements)]
    days = [
        (stay, name, after)
        for before, after in moves
        for stay, name in ((before, _end_of(before)), (after, "starts_on"))
        if getattr(stay, name) != on
    ]
    if not days:
        raise ActionRefused(_("Nothing was changed."))
    unpaid = {
        stay: rules
        for before, after in moves
        for stay, rules in (
            (before, _newly_unpaid(before, before.starts_on, on)),
            (after, _newly_unpaid(after, on, after.ends_on)),
        )
        if rules
    }
    days.sort(key=lambda day: not _gives_nights_up(day[0], day[1], on))
    for stay, name, after in days:
        was = getattr(stay, name)
        apply_correction(stay, {name: on}, reason=reason, by=by, recorded_at=after.placed_at)
        refuse_a_taken_bed(stay, by=by)
        write_stay(stay, name, by=by)
        refuse_unless_in_service(stay)
        details = {"was": was.isoformat(), "on": on.isoformat()}
        record("placement.move_corrected", by=by, about=stay, details=details)
    today = by.today()
    running = [stay for pair in moves for stay in pair if not stay.ends_on or stay.ends_on > today]
    refuse_what_endangers(running, by=by)
    ask_about_money(unpaid, reason=reason, by=by)
    ask_about_those_left([before for before, _after in moves], reason=reason, by=by)
    return [after for _before, after in moves]


@transaction.atomic
def annul_stays(
    placements: Sequence[Placement],
    *,
    cancel_reason: str,
    earlier: EarlierStay | str = "",
    by: User,
    reason: str = "",
) -> list[Placement]:
    """Cancels stays of people who were checked in by mistake and never came: no night counts.

    This is for check-ins that can no longer be undone. The stay is cancelled and not set back to expected, because its
    first night has passed and the bed is free. People who are still expected need a new place. A stay to which they
    moved on is cancelled too. `earlier` says what happens to the stay from which they moved here.

    Raises ActionRefused without a reason, if a day has passed since the check-in or nights have counted. Raises it
    without `earlier`, if they moved here. Raises ReasonNeeded if a child of theirs stays behind alone."""
    annulled, taken_back = list[Placement](), 0
    for each in by_key(placements):
        if each in annulled:  # Already cancelled, with the stay before it.
            continue
        stay = _locked(each, by=by)
        checked_in_at = stay.checked_in_at
        if stay.cancelled_at or checked_in_at is None:
            raise StayNotOpen(_("This stay has no check-in that could be a mistake."))
        taken_back += nights_taken_back(stay, today=by.today())
        facts = {
            "checked_in_at": None,
            "checked_out_at": None,
            "cancelled_at": timezone.now(),
            "cancel_reason": CancelReason(cancel_reason),
        }
        for cancelled in _with_later_stays(stay, by=by):
            changed = apply_correction(
                cancelled, facts, reason=reason, by=by, recorded_at=checked_in_at
            )
            write_stay(cancelled, *changed, by=by)
            details = {"reason": str(cancel_reason)}
            record("placement.annulled", by=by, about=cancelled, details=details)
            annulled.append(cancelled)
    # Figures have counted these nights: removing them needs a reason, even for a recent check-in.
    if taken_back and not reason.strip():
        raise ActionRefused(_("Nights stop counting by this: say why."), field="reason")
    unpaid: dict[Placement, list[BedRule]] = {}
    for before, after in settle_earlier(annulled, earlier, reason=reason, by=by):
        old_rules = unpaid_nights(before, after.starts_on)
        if rules := [each for each in unpaid_nights(before, by.today()) if each not in old_rules]:
            unpaid[before] = rules
    ask_about_money(unpaid, reason=reason, by=by)
    ask_about_those_left(annulled, reason=reason, by=by)
    return annulled


def nights_taken_back(stay: Placement, *, today: datetime.date) -> int:
    """How many nights no longer count when the stay is annulled, with those of the later stays to which the person moved."""
    count = 0
    each: Placement | None = stay
    while each:
        count += nights(each.starts_on, each.ends_on, first=each.starts_on, last=today)
        each = moved_to(each)
    return count


def _newly_unpaid(
    stay: Placement, first: datetime.date, last: datetime.date | None
) -> list[BedRule]:
    """The rules that the corrected nights break and the old ones did not: nights that the site does not pay, or that it
    keeps a bed free for cleaning."""
    rules: list[BedRule] = []
    if first > stay.starts_on:
        rules += unpaid_nights(stay, first + ONE_NIGHT)
    if last and stay.ends_on and last > stay.ends_on:
        rules += unpaid_nights(stay, last)
    was = stay.leaves_on
    rules += uncleaned(
        stay,
        since=first if first < stay.starts_on else None,
        until=last if last and was and last > was else None,
    )
    before = unpaid_nights(stay, stay.ends_on or stay.starts_on + ONE_NIGHT)
    return [rule for rule in dict.fromkeys(rules) if rule not in before]


def _locked(placement: Placement, *, by: User) -> Placement:
    """The stay, locked until commit. Raises NotAllowed, or PersonErased."""
    stay = locked_stay(placement, by)
    refuse_erased(stay.individual)
    return stay


def _gives_nights_up(stay: Placement, name: str, on: datetime.date) -> bool:
    """Whether the stay gets shorter if its field `name` becomes `on`."""
    was: datetime.date = getattr(stay, name)
    return on > was if name == "starts_on" else on < was


def _end_of(before: Placement) -> str:
    """The field with the day of the move in the earlier stay, which a move to come has only planned to end."""
    return "ends_on" if before.ends_on else "planned_end_on"


def _with_later_stays(stay: Placement, *, by: User) -> list[Placement]:
    """The stay and those to which the person moved on, locked until commit."""
    stays, after = [stay], moved_to(stay)
    while after:
        stays.append(_locked(after, by=by))
        after = moved_to(after)
    return stays


def _locked_move(
    placement: Placement, on: datetime.date, *, by: User
) -> tuple[Placement, Placement]:
    """The stay that ended and the one that began, locked until commit. Raises StayNotOpen if they cannot meet that day."""
    after = _locked(placement, by=by)
    before = moved_from(after)
    if after.cancelled_at or before is None:
        raise StayNotOpen(_("This stay did not begin with a move."))
    before = _locked(before, by=by)
    if on < before.starts_on:
        raise StayNotOpen(_("The stay had not begun on that day."), field="on")
    if after.leaves_on and on > after.leaves_on:
        raise StayNotOpen(_("They had left again by that day."), field="on")
    if after.checked_in_at and on > by.today():
        raise ActionRefused(_("They are here already."), field="on")
    return before, after


def _refuse_impossible_days(
    stay: Placement, starts_on: datetime.date, ends_on: datetime.date | None, *, by: User
) -> None:
    """Raises StayNotOpen or ActionRefused."""
    if stay.cancelled_at:
        raise StayNotOpen(_("This stay was cancelled."))
    shared = _("It is the day of a move, which is put right for both stays at once.")
    if starts_on != stay.starts_on and moved_from(stay):
        raise StayNotOpen(shared, field="starts_on")
    if ends_on != stay.ends_on and moved_to(stay):
        raise StayNotOpen(shared, field="ends_on")
    if stay.checked_in_at and starts_on > by.today():
        raise ActionRefused(_("They are here already."), field="starts_on")
    if bool(ends_on) != bool(stay.ends_on):
        raise ActionRefused(_("Check them out, or take that back."), field="ends_on")
    if ends_on and starts_on > ends_on:
        raise ActionRefused(_("The stay ends before it starts."), field="starts_on")
    if starts_on != stay.starts_on:
        refuse_before_arrival(stay.individual, starts_on)
    if ends_on and ends_on != stay.ends_on and ends_on > by.today():
        raise ActionRefused(
            _("The day of leaving lies between the first night and today."), field="ends_on"
        )
