"""Finds the two stays of a move, and lets the earlier one continue when the move is undone."""

import datetime
from collections.abc import Iterator, Sequence
from typing import Any

from django.apps import apps
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from casework.corrections.actions import apply_correction
from pages.refusals import ActionRefused
from shelters.actions.clashes import (
    annul_as_mistake,
    locked_stay,
    refuse_a_taken_bed,
    refuse_unless_in_service,
    write_stay,
)
from shelters.actions.protecting import refuse_what_endangers
from shelters.choices import EarlierStay
from shelters.models import Placement

# The earlier and the new stay.
Move = tuple[Placement, Placement]
# The ends of a stay that may have been set before the move, and what an earlier stay that runs on has in all its ends.
ENDS_BEFORE = ("ends_on", "planned_end_on", "allowed_until")
RUNNING_ON: dict[str, Any] = {
    **dict.fromkeys(ENDS_BEFORE), "checked_out_at": None, "left_to": "", "left_because": "",
}  # fmt: skip


def moved_from(stay: Placement) -> Placement | None:
    """The stay from which the person moved to this one; None if this one did not begin with a move."""
    before = stay.previous
    return before if before and not before.cancelled_at else None


def moved_to(stay: Placement) -> Placement | None:
    """The stay to which the person moved from this one; None if this one did not end with a move."""
    return Placement.objects.standing().filter(previous=stay).first()


def still_open_before(stay: Placement) -> Iterator[Placement]:
    """The stays of planned moves that led to this one and have not ended: the person may still sleep there."""
    before = moved_from(stay)
    while before:
        if before.ends_on is None:
            yield before
        before = moved_from(before)


def moves_into(stays: Sequence[Placement]) -> list[Move]:
    """The moves with which some of these stays began."""
    return [(before, stay) for stay in stays if (before := moved_from(stay)) is not None]


def place_in_words(stay: Placement) -> str:
    """Site, room and bed."""
    return f"{stay.site.name} · {stay.where}"


def take_moves_back(moves: Sequence[Move], *, by: User) -> None:
    """Annuls each new stay, and lets the earlier one continue as if nobody had moved.

    First frees all beds and then takes them, so that two people who swapped beds can swap back. Raises BedTaken,
    PersonHasPlace or BedNotInService if the earlier bed is no longer available, or Endangers."""
    locked = [
        (locked_stay(before, by), locked_stay(after, by)) for before, after in _by_new_stay(moves)
    ]
    for _before, after in locked:
        annul_as_mistake(after, by=by)
    for before, after in locked:
        for name, value in _before_the_move(after).items():
            setattr(before, name, value)
        _write_earlier(before, after, by=by)
    # When people move back, a child may stay behind at the new place.
    refuse_what_endangers(
        [before for before, _after in locked], left=[after for _before, after in locked], by=by
    )


def settle_earlier(
    annulled: Sequence[Placement],
    earlier: EarlierStay | str,
    *,
    reason: str = "",
    recorded_at: datetime.datetime | None = None,
    by: User,
) -> list[Move]:
    """Lets the stays before these annulled stays continue, if the user chose so. Returns the moves that were undone.

    Raises ActionRefused if there are such stays and the user chose nothing, and what `take_moves_back` raises. A day after
    the move, or after `recorded_at`, it raises ActionRefused without a reason.
    """
    moves = [move for move in moves_into(annulled) if move[0] not in annulled]
    if moves and earlier not in EarlierStay.values:
        raise ActionRefused(
            _("Say what becomes of the stay from which they moved here."), field="earlier"
        )
    if earlier != EarlierStay.RUNS_ON:
        return []
    undone: list[Move] = []
    for before, after in _by_new_stay(moves):
        stay = locked_stay(before, by)
        facts, since = _before_the_move(after), recorded_at or after.placed_at
        changed = apply_correction(stay, facts, reason=reason, by=by, recorded_at=since)
        _write_earlier(stay, after, by=by)
        record("placement.runs_on", by=by, about=stay, details={"fields": changed})
        undone.append((stay, after))
    refuse_what_endangers([stay for stay, _after in undone], by=by)
    return undone


def _write_earlier(before: Placement, after: Placement, *, by: User) -> None:
    refuse_a_taken_bed(before, by=by)
    write_stay(before, *RUNNING_ON, by=by)
    # The bed, or the site, may have been closed since.
    refuse_unless_in_service(before, since=after.starts_on)


def history_of_stays() -> Any:
    """All versions of all stays. A trigger writes them; their model is created at start-up."""
    return apps.get_model("shelters", "PlacementEvent")._default_manager


def _before_the_move(after: Placement) -> dict[str, Any]:
    """The ends of the earlier stay before the move, from the history of both stays. Nobody had checked out of it."""
    history = history_of_stays()
    began = history.filter(pgh_obj=after).order_by("pgh_id").first()
    if began is None:
        return RUNNING_ON
    earlier = history.filter(pgh_obj=after.previous, pgh_id__lt=began.pgh_id)
    newest = list(earlier.order_by("-pgh_id")[:2])
    # The move itself wrote the newest row, unless it changed nothing.
    before = [each for each in newest if each.pgh_created_at < began.pgh_created_at] or newest[1:]
    return RUNNING_ON | {name: getattr(row, name) for row in before[:1] for name in ENDS_BEFORE}


def _by_new_stay(moves: Sequence[Move]) -> list[Move]:
    """Sorted by the new stay: two transactions that lock the same stays in one order cannot deadlock."""
    return sorted(moves, key=lambda move: move[1].pk)
