"""Stays in a case's timeline."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from django.db.models import Exists, F, OuterRef, Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from casework.slots.log_fields import LOG_FIELDS, author_in_log, with_log
from casework.slots.timeline import Event, EventSource, TimelineSource
from shelters.choices import CancelReason
from shelters.models import Placement


def _stays(case: Case, user: User) -> Any:
    return Placement.objects.seen_in(case, user).exclude(cancel_reason=CancelReason.MISTAKE)


# A change of room or bed within a site is neither an arrival nor a departure.
_INSIDE = Q(previous__site=F("site"), previous__cancelled_at=None)


def _moved_within_site(case: Case, user: User) -> Any:
    return _stays(case, user).filter(_INSIDE)


def _begun(case: Case, user: User) -> Any:
    return _stays(case, user).exclude(_INSIDE)


def _ended(case: Case, user: User) -> Any:
    next_here = Placement.objects.standing().filter(previous=OuterRef("pk"), site=OuterRef("site"))
    return _stays(case, user).filter(~Exists(next_here))


def _mistakes(case: Case, user: User) -> Any:
    stays = Placement.objects.seen_in(case, user).filter(cancel_reason=CancelReason.MISTAKE)
    return with_log(stays, "placement.annulled", "placement.cancelled")


def _event(
    stay: Placement, at: Any, text: str, sentence: str, *, many: str = "", is_end: bool = False
) -> Event:
    """The site is `new` of an event with which somebody is there, and `old` of one after which they are not."""
    old, new = (stay.site.name, "") if is_end else ("", stay.site.name)
    return Event(at, text, old=old, new=new, sentence=sentence, many=many or sentence)


def _moved_event(stay: Placement) -> Event:
    sentence = _("%(who)s gave %(whom)s another place inside %(new)s")
    return _event(stay, stay.placed_at, _("Another room or bed"), sentence)


def _placed(stay: Placement) -> Event:
    sentence = _("%(who)s gave %(whom)s a place at %(new)s")
    return _event(stay, stay.placed_at, _("Got a place"), sentence)


def _came(stay: Placement) -> Event:
    return _event(
        stay,
        stay.checked_in_at or stay.starts_on,
        _("Moved in"),
        _("%(whom)s moved in at %(new)s"),
        many=_("%(whom)s moved in together at %(new)s"),
    )


def _went(stay: Placement) -> Event:
    return _event(
        stay,
        stay.checked_out_at or stay.placed_at,
        _("Moved out"),
        _("%(whom)s moved out of %(old)s"),
        many=_("%(whom)s moved out together of %(old)s"),
        is_end=True,
    )


def _taken_back(stay: Any) -> Event:
    sentence = _("The stay of %(whom)s at %(old)s had been recorded by mistake")
    event = _event(stay, stay.cancelled_at, _("Stay recorded by mistake"), sentence, is_end=True)
    return replace(event, by=author_in_log(stay))


def _cancelled(stay: Placement) -> Event:
    sentence = _("The stay of %(whom)s at %(old)s was cancelled")
    at = stay.cancelled_at or stay.placed_at
    return _event(stay, at, _("Stay cancelled"), sentence, is_end=True)


def _at_the_door(
    rows: Callable[[Case, User], Any],
    event_of: Callable[[Placement], Event],
    *,
    day: str,
    moment: str,
    verb: str,
) -> tuple[EventSource, EventSource]:
    """An event at the exact time, if recorded on its day; if later, on that day, with the person who recorded it."""
    is_later = Q(**{f"{day}__lt": F(f"{moment}__date")})
    return (
        EventSource(
            lambda case, user: rows(case, user).exclude(is_later),
            moment,
            event_of,
            person="individual",
            fields=("site__name",),
        ),
        EventSource(
            lambda case, user: with_log(rows(case, user).filter(is_later), verb),
            day,
            lambda stay: replace(event_of(stay), at=getattr(stay, day), by=author_in_log(stay)),
            person="individual",
            written=F(moment),
            fields=("site__name", moment, *LOG_FIELDS),
        ),
    )


stays = TimelineSource(
    "stays",
    gettext_lazy("Stays"),
    Permission.PLACEMENT_READ,
    (
        EventSource(
            _begun,
            "placed_at",
            _placed,
            by="placed_by",
            person="individual",
            fields=("site__name",),
        ),
        EventSource(
            _moved_within_site,
            "placed_at",
            _moved_event,
            by="placed_by",
            person="individual",
            fields=("site__name",),
        ),
        *_at_the_door(
            _begun, _came, day="starts_on", moment="checked_in_at", verb="placement.checked_in"
        ),
        *_at_the_door(
            _ended, _went, day="ends_on", moment="checked_out_at", verb="placement.checked_out"
        ),
        EventSource(
            _mistakes,
            "cancelled_at",
            _taken_back,
            person="individual",
            fields=("site__name", *LOG_FIELDS),
        ),
        EventSource(
            _stays, "cancelled_at", _cancelled, person="individual", fields=("site__name",)
        ),
    ),
)
