"""Undoes the last act on stays, within a day: a placement, check-in, check-out, new planned end, move, or cancelling."""

import datetime
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.audit import record
from accounts.models import AuditEvent, User
from casework.corrections.actions import apply_correction
from pages.dates import short_date
from shelters.actions.acts import (
    ACTS,
    ALLOWED,
    CANCELLED,
    CHECKED_IN,
    CONFIRMED,
    EXTENDED,
    MOVED,
    PLACED,
    PROVISIONAL,
    StayAct,
)
from shelters.actions.clashes import (
    annul_as_mistake,
    by_key,
    locked_stay,
    refuse_unless_in_service,
    write_stay,
)
from shelters.actions.history import (
    PUT_OFF_FIELDS,
    StayVersion,
    ended_by,
    last_event,
    put_off_by,
    resumed_by,
    versions,
)
from shelters.actions.moves import (
    RUNNING_ON,
    Move,
    moved_from,
    moved_to,
    moves_into,
    place_in_words,
    take_moves_back,
)
from shelters.actions.protecting import refuse_what_endangers
from shelters.models import Placement, StayReason
from shelters.nights import allowed_in_words, provisional_in_words, until_in_words
from shelters.refusals import NothingToUndo

UNDO_FOR = datetime.timedelta(days=1)
FIELDS = (
    "starts_on", "ends_on", "planned_end_on", "checked_in_at", "checked_out_at", "bed_id", "left_to", "left_because",
    "cancelled_at", "cancel_reason", "provisional_until", "allowed_until",
)  # fmt: skip
_NOTHING = gettext_lazy("There is nothing to take back: too long ago, or changed since.")


PLACE_GIVEN = "placement.placed"
MOVE_MADE = "placement.moved"
UNDONE = "placement.undone"


@dataclass(frozen=True)
class Done:
    """The last act on a stay, and on the stays of the family that the same act changed.

    `versions` has the earlier state of each changed stay, `moves` the two stays of each move, and `begun` the stays that
    began without a move. `ended` are the stays that a check-in at the new place ended, `put_off` the expected stays that gave
    way to nights really slept, and `resumed` those that ran on when a move was cancelled, with their earlier state.
    """

    act: StayAct
    at: datetime.datetime
    versions: list[tuple[Placement, StayVersion]]
    moves: list[Move] = field(default_factory=list)
    begun: list[Placement] = field(default_factory=list)
    ended: list[Placement] = field(default_factory=list)
    put_off: list[tuple[Placement, StayVersion]] = field(default_factory=list)
    resumed: list[tuple[Placement, StayVersion]] = field(default_factory=list)

    @property
    def stays(self) -> list[Placement]:
        changed = [stay for stay, _before in self.versions]
        return changed + self.begun + [after for _before, after in self.moves]

    @property
    def touched(self) -> list[Placement]:
        """`stays`, and the earlier stays that continue when the act is undone."""
        resumed = [stay for stay, _before in self.resumed]
        return self.stays + resumed + [before for before, _after in self.moves]

    @property
    def days(self) -> list[tuple[Placement, str, str]]:
        """For each stay its current and its earlier end, or until when it is provisional; for a move the current and the
        earlier place; for a cancelled stay that it is cancelled, and its bed and nights.

        Both are empty for a stay that began without a move.
        """
        if self.act == CANCELLED:
            cancelled = str(CANCELLED.done_label)
            return [
                *((stay, cancelled, _bed_and_nights(stay)) for stay, _before in self.versions),
                *(
                    (stay, until_in_words(stay), until_in_words(before))
                    for stay, before in self.resumed
                ),
            ]
        if self.act in (PROVISIONAL, CONFIRMED):
            return [
                (
                    stay,
                    provisional_in_words(stay.provisional_until),
                    provisional_in_words(before.provisional_until),
                )
                for stay, before in self.versions
            ]
        if self.act == ALLOWED:
            return [
                (stay, allowed_in_words(stay.allowed_until), allowed_in_words(before.allowed_until))
                for stay, before in self.versions
            ]
        places = [
            (after, place_in_words(after), place_in_words(before)) for before, after in self.moves
        ]
        begun = [(stay, "", "") for stay in self.begun]
        return [
            *begun,
            *places,
            *(
                (stay, until_in_words(stay), until_in_words(before))
                for stay, before in self.versions
            ),
        ]


def _bed_and_nights(stay: Placement) -> str:
    first = _("from %(day)s") % {"day": short_date(stay.starts_on)}
    return "; ".join(filter(None, (stay.where, first, until_in_words(stay))))


@dataclass(frozen=True)
class TakenBack:
    """The undo that was the last act on a stay: nothing is left to undo."""

    act: StayAct
    at: datetime.datetime
    by: User


def last_done(stay: Placement) -> Done | None:
    """The last act if it can still be undone; None if something else happened since, or a day has passed."""
    if beginning := _last_beginning(stay):
        return beginning
    done = _last_change(stay)
    if done is None:
        return None
    act, at = done
    others = Placement.objects.filter(case=stay.case_id, site=stay.site_id).with_people()
    together = [
        (each, versions(each)[1])
        for each in others.filter(as_known__pgh_created_at=at)
        .distinct()
        .order_by("individual__number")
        if _last_change(each) == done
    ]
    stays = [each for each, _before in together]
    ended = ended_by(stays)
    if act == CANCELLED:
        return Done(act, at, together, resumed=resumed_by(stays))
    return Done(act, at, together, ended=ended, put_off=put_off_by([*stays, *ended], at))


def last_taken_back(stay: Placement) -> TakenBack | None:
    """The undo that was the last act on the stay; None if there is none, or a day has passed."""
    event = last_event(stay)
    if event is None or event.verb != UNDONE or event.actor is None:
        return None
    act = ACTS.get(event.details["act"])
    if act is None or timezone.now() - event.at > UNDO_FOR:
        return None
    return TakenBack(act, event.at, event.actor)


@transaction.atomic
def undo(stay: Placement, *, by: User) -> list[Placement]:
    """Restores the earlier state. Raises NothingToUndo, BedTaken if somebody else has the bed now, or Endangers."""
    done = last_done(locked_stay(stay, by))
    if done is None:
        raise NothingToUndo(_NOTHING)
    if done.begun or done.moves:
        return _undo_beginnings(done, by=by)
    for each, _before in done.versions:
        locked_stay(each, by)
        if done.act == CHECKED_IN:
            # The earlier place is theirs again before the night of the move is: nobody is checked in twice.
            each.checked_in_at = each.checked_out_at = None
            write_stay(each, "checked_in_at", "checked_out_at", by=by)
    for earlier in done.ended:
        _reopen(earlier, by=by)
    for earlier, before in done.resumed:
        _end_again(earlier, before, by=by)
    for each, before in done.versions:
        for name in done.act.changed:
            setattr(each, name, getattr(before, name))
        write_stay(each, *sorted(done.act.changed), by=by)
        if done.act == CANCELLED:
            refuse_unless_in_service(each)
        _take_reasons_back(each)
        record("placement.undone", by=by, about=each, details={"act": done.act.verb})
    _put_on(done, by=by)
    # Neighbours may have changed since, and a shorter stay may leave a child behind.
    running = [stay for stay in (*done.stays, *done.ended) if stay.ends_on is None]
    refuse_what_endangers(running, left=running if done.act == EXTENDED else (), by=by)
    return done.stays


def _undo_beginnings(done: Done, *, by: User) -> list[Placement]:
    """Annuls new stays first, so that beds are free for people who move back. Raises Endangers for a child left alone."""
    for stay in by_key(done.begun):
        locked = locked_stay(stay, by)
        if not _has_just_begun(locked):
            raise NothingToUndo(_NOTHING)
        annul_as_mistake(locked, by=by)
    take_moves_back(done.moves, by=by)
    _put_on(done, by=by)
    refuse_what_endangers([], left=done.begun, by=by)
    for stay in done.stays:
        _take_reasons_back(stay)
    for each in done.touched:
        record("placement.undone", by=by, about=each, details={"act": done.act.verb})
    return done.begun + [before for before, _after in done.moves]


def _reopen(earlier: Placement, *, by: User) -> None:
    """Lets a stay run on that a check-in at the new place had ended. Its planned end is the day of the move, as before."""
    Placement.objects.lock(earlier)
    earlier.ends_on = earlier.checked_out_at = None
    write_stay(earlier, "ends_on", "checked_out_at", by=by)
    record("placement.undone", by=by, about=earlier, details={"act": CHECKED_IN.verb})


def _end_again(earlier: Placement, before: StayVersion, *, by: User) -> None:
    """Ends the stay as the move had planned it that was cancelled. The correction that let it run on gets another."""
    row = locked_stay(earlier, by)
    facts = {name: getattr(before, name) for name in RUNNING_ON}
    changed = apply_correction(row, facts, reason="", by=by, recorded_at=timezone.now())
    write_stay(row, *changed, by=by)
    record("placement.undone", by=by, about=row, details={"act": CANCELLED.verb})


def _put_on(done: Done, *, by: User) -> None:
    """Gives expected stays their nights back, after the nights that were really slept are free again."""
    for stay, before in done.put_off:
        Placement.objects.lock(stay)
        for name in PUT_OFF_FIELDS:
            setattr(stay, name, getattr(before, name))
        write_stay(stay, *PUT_OFF_FIELDS, by=by)
        record("placement.undone", by=by, about=stay, details={"act": done.act.verb})


def _take_reasons_back(stay: Placement) -> None:
    """Withdraws the reasons given for the act, which were written after its event."""
    if act := last_event(stay):
        reasons = StayReason.objects.standing().filter(placement=stay, recorded_at__gte=act.at)
        reasons.update(taken_back_at=timezone.now())


def _last_beginning(stay: Placement) -> Done | None:
    """The placement or move with which the stay began, or the move with which it ended; None if it is not the last act.

    Includes everybody of the family who got a place at the same site in this act, and the families with whom they changed
    beds in it, or who gave up theirs.
    """
    after = moved_to(stay) or stay
    if not _has_just_begun(after):
        return None
    at = versions(after)[0].pgh_created_at
    together = _begun_together(after, at)
    begun = [each for each in together if moved_from(each) is None]
    moves = moves_into(together)
    put_off = put_off_by([before for before, _after in moves], at)
    return Done(PLACED if begun else MOVED, at, [], moves, begun, put_off=put_off)


def _begun_together(after: Placement, at: datetime.datetime) -> list[Placement]:
    """The stays of the family at the site that began then and, from bed to bed, of those who got their beds or left them."""
    families = {(after.case_id, after.site_id)}
    while True:
        together = _begun_at(at, reduce(or_, (Q(case=case, site=site) for case, site in families)))
        left = [each.previous.bed_id for each in together if each.previous and each.previous.bed_id]
        taken = [each.bed_id for each in together if each.bed_id]
        exchanged = _begun_at(at, Q(bed__in=left) | Q(previous__bed__in=taken))
        further = {(each.case_id, each.site_id) for each in exchanged} - families
        if not further:
            return together
        families |= further


def _begun_at(at: datetime.datetime, who: Q) -> list[Placement]:
    """Those of these stays that began in the transaction of that moment, if this was the last act on them."""
    rows = Placement.objects.standing().filter(who, as_known__pgh_created_at=at).distinct()
    rows = rows.with_people().select_related("previous__site", "previous__bed__room")
    return [each for each in rows.order_by("individual__number") if _has_just_begun(each)]


def _has_just_begun(after: Placement) -> bool:
    """Whether its beginning is the last act on the stay, and on the one before it, and less than a day ago."""
    if after.cancelled_at or moved_to(after):
        return False
    before, event = moved_from(after), last_event(after)
    began = MOVE_MADE if before else PLACE_GIVEN
    if event is None or event.verb != began or timezone.now() - event.at > UNDO_FOR:
        return False
    earlier = last_event(before) if before else None
    return earlier is None or earlier.at <= event.at


def _last_change(stay: Placement) -> tuple[StayAct, datetime.datetime] | None:
    """The kind and moment of the last check-in, check-out, new planned end or cancelling; None if it cannot be undone."""
    known, event = versions(stay), last_event(stay)
    if len(known) < 2 or event is None or _has_moved_since(stay, event):
        return None
    now, before = known
    # In the history an undo looks like any change. Undoing it would only repeat the act.
    if timezone.now() - now.pgh_created_at > UNDO_FOR or event.verb == UNDONE:
        return None
    act = ACTS.get(event.verb.removeprefix("placement."))
    changed = frozenset(name for name in FIELDS if getattr(now, name) != getattr(before, name))
    # Without a change of its own, the act would undo what was done before it.
    if act is None or not changed or not changed <= act.changed:
        return None
    return act, now.pgh_created_at


def _has_moved_since(stay: Placement, event: AuditEvent) -> bool:
    """Whether the person is at the next place, or a move there was planned after this event."""
    after = moved_to(stay)
    if after is None:
        return False
    planned = last_event(after)
    return after.has_arrived or planned is None or planned.at > event.at
