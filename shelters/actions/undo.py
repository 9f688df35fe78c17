"""Taking back what was just done about stays: checking in, leaving, another planned end. For a day."""

import datetime
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from django.apps import apps
from django.db import transaction
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.access import require
from accounts.audit import record
from accounts.models import User
from accounts.permissions import Permission
from shelters.actions.clashes import write_stay
from shelters.actions.protecting import refuse_what_endangers
from shelters.models import Placement
from shelters.refusals import NothingToUndo

UNDO_FOR = datetime.timedelta(days=1)
FIELDS = ("starts_on", "ends_on", "planned_end_on", "checked_in_at", "checked_out_at", "bed_id")


class Version(Protocol):
    """A row of the history of a stay, which a trigger writes: its model is made when the program starts."""

    pgh_created_at: datetime.datetime
    checked_in_at: datetime.datetime | None
    checked_out_at: datetime.datetime | None


@dataclass(frozen=True)
class Act:
    """What was done to several stays at one moment, as the history of each tells it."""

    verb: str
    said: str | Promise
    changed: frozenset[str]


CHECKED_IN = Act("checked_in", gettext_lazy("Checked in"), frozenset({"checked_in_at"}))
CHECKED_OUT = Act(
    "checked_out", gettext_lazy("Checked out"), frozenset({"ends_on", "checked_out_at"})
)
EXTENDED = Act("extended", gettext_lazy("Planned end changed"), frozenset({"planned_end_on"}))


@dataclass(frozen=True)
class Done:
    """The last thing that was done to a stay, and to those of its family at the same moment."""

    act: Act
    at: datetime.datetime
    stays: list[Placement]


def last_done(stay: Placement) -> Done | None:
    """What can still be taken back; nothing where something else happened since, or a day has gone by."""
    done = _newest(stay)
    if done is None:
        return None
    act, at = done
    others = Placement.objects.filter(case=stay.case_id, site=stay.site_id).with_people()
    together = [
        each
        for each in others.filter(as_known__pgh_created_at=at)
        .distinct()
        .order_by("individual__number")
        if _newest(each) == done
    ]
    return Done(act, at, together)


@transaction.atomic
def undo(stay: Placement, *, by: User) -> list[Placement]:
    """Everything as it was before. Raises NothingToUndo, BedTaken where somebody else has the bed now, or Endangers."""
    require(by, Permission.PLACEMENT_CHANGE, about=stay)
    done = last_done(Placement.objects.lock(stay))
    if done is None:
        raise NothingToUndo(_("There is nothing to take back: too long ago, or changed since."))
    for each in done.stays:
        require(by, Permission.PLACEMENT_CHANGE, about=each)
        Placement.objects.lock(each)
        before = _versions(each)[1]
        for name in done.act.changed:
            setattr(each, name, getattr(before, name))
        write_stay(each, *sorted(done.act.changed), by=by)
        record("placement.undone", by=by, about=each, details={"act": done.act.verb})
    if done.act != EXTENDED:
        _refuse_dangers(done.stays, by)
    return done.stays


def _refuse_dangers(stays: Sequence[Placement], by: User) -> None:
    """Who is in a bed again may find others there."""
    refuse_what_endangers([stay for stay in stays if stay.ends_on is None], by=by)


def _newest(stay: Placement) -> tuple[Act, datetime.datetime] | None:
    versions = _versions(stay)
    if len(versions) < 2 or hasattr(stay, "next"):
        return None
    now, before = versions
    if timezone.now() - now.pgh_created_at > UNDO_FOR:
        return None
    changed = frozenset(name for name in FIELDS if getattr(now, name) != getattr(before, name))
    if changed == CHECKED_IN.changed and now.checked_in_at:
        return CHECKED_IN, now.pgh_created_at
    if "checked_out_at" in changed and now.checked_out_at and changed <= CHECKED_OUT.changed:
        return CHECKED_OUT, now.pgh_created_at
    if changed == EXTENDED.changed:
        return EXTENDED, now.pgh_created_at
    return None


def _versions(stay: Placement) -> list[Version]:
    """What was known of the stay last, and just before."""
    history = apps.get_model("shelters", "PlacementEvent")._default_manager
    return cast(list[Version], list(history.filter(pgh_obj=stay).order_by("-pgh_id")[:2]))
