"""Taking back what was just done about stays: checking in, leaving, another planned end. For a day."""

import datetime
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
from accounts.models import AuditEvent, User
from accounts.permissions import Permission
from shelters.actions.clashes import write_stay
from shelters.actions.protecting import refuse_what_endangers
from shelters.models import Placement, StayReason
from shelters.nights import until_in_words
from shelters.refusals import NothingToUndo

UNDO_FOR = datetime.timedelta(days=1)
FIELDS = ("starts_on", "ends_on", "planned_end_on", "checked_in_at", "checked_out_at", "bed_id")


class Version(Protocol):
    """A row of the history of a stay, which a trigger writes: its model is made when the program starts."""

    pgh_created_at: datetime.datetime
    starts_on: datetime.date
    ends_on: datetime.date | None
    planned_end_on: datetime.date | None
    checked_in_at: datetime.datetime | None
    checked_out_at: datetime.datetime | None


@dataclass(frozen=True)
class Act:
    """What was done to several stays at one moment, as the history of each tells it."""

    verb: str
    said: str | Promise
    undone: str | Promise
    changed: frozenset[str]


CHECKED_IN = Act(
    "checked_in",
    gettext_lazy("Checked in"),
    gettext_lazy("Check-in taken back"),
    frozenset({"checked_in_at"}),
)
CHECKED_OUT = Act(
    "checked_out",
    gettext_lazy("Checked out"),
    gettext_lazy("Check-out taken back"),
    frozenset({"ends_on", "checked_out_at"}),
)
EXTENDED = Act(
    "extended",
    gettext_lazy("Planned end changed"),
    gettext_lazy("Change of the day of leaving taken back"),
    frozenset({"planned_end_on"}),
)
ACTS = {act.verb: act for act in (CHECKED_IN, CHECKED_OUT, EXTENDED)}
UNDONE = "placement.undone"
# What is written beside an act, and is none.
BESIDE = ("placement.reason_given",)


@dataclass(frozen=True)
class Done:
    """The last thing that was done to a stay, and to those of its family at the same moment."""

    act: Act
    at: datetime.datetime
    versions: list[tuple[Placement, Version]]

    @property
    def stays(self) -> list[Placement]:
        return [stay for stay, _before in self.versions]

    @property
    def days(self) -> list[tuple[Placement, str, str]]:
        """Of each stay until when it is now, and until when it was before."""
        return [
            (stay, until_in_words(stay), until_in_words(before)) for stay, before in self.versions
        ]


@dataclass(frozen=True)
class TakenBack:
    """That the last act about a stay was taken back: there is nothing left to undo."""

    act: Act
    at: datetime.datetime
    by: User


def last_done(stay: Placement) -> Done | None:
    """What can still be taken back; nothing where something else happened since, or a day has gone by."""
    done = _newest(stay)
    if done is None:
        return None
    act, at = done
    others = Placement.objects.filter(case=stay.case_id, site=stay.site_id).with_people()
    together = [
        (each, _versions(each)[1])
        for each in others.filter(as_known__pgh_created_at=at)
        .distinct()
        .order_by("individual__number")
        if _newest(each) == done
    ]
    return Done(act, at, together)


def last_taken_back(stay: Placement) -> TakenBack | None:
    """What was taken back within a day, while nothing happened since."""
    event = _last_event(stay)
    if event is None or event.verb != UNDONE or event.actor is None:
        return None
    act = ACTS.get(event.details["act"])
    if act is None or timezone.now() - event.at > UNDO_FOR:
        return None
    return TakenBack(act, event.at, event.actor)


@transaction.atomic
def undo(stay: Placement, *, by: User) -> list[Placement]:
    """Everything as it was before. Raises NothingToUndo, BedTaken where somebody else has the bed now, or Endangers."""
    require(by, Permission.PLACEMENT_CHANGE, about=stay)
    done = last_done(Placement.objects.lock(stay))
    if done is None:
        raise NothingToUndo(_("There is nothing to take back: too long ago, or changed since."))
    for each, before in done.versions:
        require(by, Permission.PLACEMENT_CHANGE, about=each)
        Placement.objects.lock(each)
        for name in done.act.changed:
            setattr(each, name, getattr(before, name))
        write_stay(each, *sorted(done.act.changed), by=by)
        _take_reasons_back(each)
        record("placement.undone", by=by, about=each, details={"act": done.act.verb})
    # Who is in a bed again may find others there; whose nights are fewer again may leave a child behind.
    running = [stay for stay in done.stays if stay.ends_on is None]
    refuse_what_endangers(running, left=running if done.act == EXTENDED else (), by=by)
    return done.stays


def _take_reasons_back(stay: Placement) -> None:
    """The reasons that the act asked for fall with it. They are written after its event."""
    if act := _last_event(stay):
        reasons = StayReason.objects.standing().filter(placement=stay, recorded_at__gte=act.at)
        reasons.update(taken_back_at=timezone.now())


def _last_event(stay: Placement) -> AuditEvent | None:
    """The last thing that anybody did about the stay, a taking back included."""
    events = AuditEvent.objects.filter(
        about_type=stay._meta.label_lower, about_id=str(stay.pk), is_read=False
    )
    return events.exclude(verb__in=BESIDE).select_related("actor").order_by("-at").first()


def _newest(stay: Placement) -> tuple[Act, datetime.datetime] | None:
    versions = _versions(stay)
    if len(versions) < 2 or hasattr(stay, "next"):
        return None
    now, before = versions
    if timezone.now() - now.pgh_created_at > UNDO_FOR:
        return None
    # What was taken back looks in the history like another change, which would only put it there again.
    if (event := _last_event(stay)) and event.verb == UNDONE:
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
