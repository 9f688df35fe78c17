"""The two stays of a move: which belong together, and that the earlier one runs on where the move was none."""

import datetime
from collections.abc import Sequence

from django.apps import apps
from django.utils.translation import gettext as _

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from casework.corrections.actions import put_right
from pages.refusals import ActionRefused
from shelters.actions.clashes import (
    let_fall,
    refuse_a_taken_bed,
    refuse_unless_in_service,
    write_stay,
)
from shelters.actions.protecting import refuse_what_endangers
from shelters.choices import EarlierStay
from shelters.models import Placement

# The stay that was left, and the one that began.
Move = tuple[Placement, Placement]
RUNS_ON = ("ends_on", "checked_out_at")


def moved_from(stay: Placement) -> Placement | None:
    """The stay that ended with the move with which this one began."""
    before = stay.previous
    return before if before and not before.cancelled_at else None


def moved_to(stay: Placement) -> Placement | None:
    """The stay that began with the move with which this one ended."""
    return Placement.objects.standing().filter(previous=stay).first()


def moves_into(stays: Sequence[Placement]) -> list[Move]:
    """Of these stays those that began with a move, each with the one that was left."""
    return [(before, stay) for stay in stays if (before := moved_from(stay)) is not None]


def place_in_words(stay: Placement) -> str:
    """Site, room and bed."""
    bed = [stay.bed.room.name, stay.bed.name] if stay.bed else [_("no bed yet")]
    return " · ".join([stay.site.name, *bed])


def take_moves_back(moves: Sequence[Move], *, by: User) -> None:
    """Each stay that was left runs on as if nobody had moved, and the one that began falls: it counts nowhere.

    Beds are first given up and then taken, so that two who changed beds change back. Raises BedTaken, PersonHasPlace
    or BedNotInService where the earlier bed is not there any more, or Endangers.
    """
    ours = [(_ours(before, by=by), _ours(after, by=by)) for before, after in _in_order(moves)]
    for _before, after in ours:
        let_fall(after, by=by)
    for before, after in ours:
        before.ends_on, before.checked_out_at = _ended_before(after), None
        _write_earlier(before, after, by=by)
    # Who goes back may leave a child behind at the new place.
    refuse_what_endangers(
        [before for before, _after in ours], left=[after for _before, after in ours], by=by
    )


def settle_earlier(
    fallen: Sequence[Placement],
    earlier: EarlierStay | str,
    *,
    reason: str = "",
    recorded_at: datetime.datetime | None = None,
    by: User,
) -> list[Move]:
    """What becomes of the stays from which somebody moved to these, which have fallen: the moves that were none.

    Raises ActionRefused where nobody said what becomes of them; for one that runs on what `take_moves_back` raises,
    and without a reason a day after the move, or after `recorded_at`.
    """
    moves = [move for move in moves_into(fallen) if move[0] not in fallen]
    if moves and earlier not in EarlierStay.values:
        raise ActionRefused(
            _("Say what becomes of the stay from which they moved here."), field="earlier"
        )
    if earlier != EarlierStay.RUNS_ON:
        return []
    undone: list[Move] = []
    for before, after in _in_order(moves):
        stay = _ours(before, by=by)
        facts = {"ends_on": _ended_before(after), "checked_out_at": None}
        since = recorded_at or after.placed_at
        changed = put_right(stay, facts, reason=reason, by=by, recorded_at=since)
        _write_earlier(stay, after, by=by)
        record("placement.runs_on", by=by, about=stay, details={"fields": changed})
        undone.append((stay, after))
    refuse_what_endangers([stay for stay, _after in undone], by=by)
    return undone


def _write_earlier(before: Placement, after: Placement, *, by: User) -> None:
    refuse_a_taken_bed(before, by=by)
    write_stay(before, *RUNS_ON, by=by)
    # The bed, or the site, may have been closed since they had left it.
    refuse_unless_in_service(before, since=after.starts_on)


def _ended_before(after: Placement) -> datetime.date | None:
    """The day of leaving that the earlier stay had before the move; seldom any. The history of both says so."""
    history = apps.get_model("shelters", "PlacementEvent")._default_manager
    began = history.filter(pgh_obj=after).order_by("pgh_id").first()
    if began is None:
        return None
    earlier = history.filter(pgh_obj=after.previous, pgh_id__lt=began.pgh_id)
    known = list(earlier.order_by("-pgh_id")[:2])
    # The newest was written by the move itself, unless the day was the same.
    before = [each for each in known if each.pgh_created_at < began.pgh_created_at] or known[1:]
    ended_on: datetime.date | None = before[0].ends_on if before else None
    return ended_on


def _ours(placement: Placement, *, by: User) -> Placement:
    require(by, Permission.PLACEMENT_CHANGE, about=placement)
    stay: Placement = Placement.objects.lock(placement)
    return stay


def _in_order(moves: Sequence[Move]) -> list[Move]:
    """Two who act on the same stays wait for each other, and not forever."""
    return sorted(moves, key=lambda move: move[1].pk)
