"""Check people in and out."""

import datetime
from collections.abc import Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import record
from accounts.models import User
from pages.dates import short_date
from shelters.actions.clashes import (
    by_key,
    locked_stay,
    others_slept_since,
    refuse_unless,
    take_nights_really_slept,
    write_stay,
)
from shelters.actions.moves import still_open_before
from shelters.actions.protecting import ask_about_those_left, protect
from shelters.choices import AWAITED, HERE, LeftBecause, LeftTo
from shelters.models import Placement
from shelters.refusals import StayNotOpen


@transaction.atomic
def check_in_all(
    placements: Sequence[Placement],
    *,
    first_night: datetime.date | None = None,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """Checks people in. The rules about their beds are checked again, because neighbours or facts may have changed.

    `first_night` is the first night that those slept here who were expected before today: their stays begin on it. Raises
    StayNotOpen for such people without it, or if it lies outside the planned nights up to today.

    Who was to leave before today is checked out on that day if somebody slept in the bed since, or they slept elsewhere.

    Who moved here is checked out of the earlier place, on the first night here. That needs no permission there, but a reason
    if a child stays behind.
    """
    stays = [locked_stay(placement, by) for placement in by_key(placements)]
    today, now = by.today(), timezone.now()
    left: list[Placement] = []
    for stay in stays:
        refuse_unless(stay.status_on(today), AWAITED)
        expected_on = stay.starts_on
        first = _first_night(stay, first_night, today=today)
        earlier = [Placement.objects.lock(each) for each in still_open_before(stay)]
        # The database allows no two stays on one night: the earlier ends on the planned night until the later is moved.
        for each in earlier:
            each.ends_on = each.planned_end_on or expected_on
            each.checked_out_at = now if each.has_arrived else None
            write_stay(each, *Placement.ENDING_FIELDS, by=by)
        stay.starts_on, stay.checked_in_at = first, now
        written = ["checked_in_at", "starts_on"]
        if others_slept_since(stay, stay.planned_end_on, until=today):
            stay.ends_on, stay.checked_out_at = stay.planned_end_on, now
            written += ["ends_on", "checked_out_at"]
        write_stay(stay, *written, by=by)
        for each in earlier:
            _end_before(stay, each, by=by)
        details = {} if stay.starts_on == expected_on else {"first_night": str(stay.starts_on)}
        record("placement.checked_in", by=by, about=stay, details=details)
        left += [each for each in earlier if each.has_arrived]
    protect(stays, reason=reason, by=by)
    ask_about_those_left(left, reason=reason, by=by)
    return stays


@transaction.atomic
def check_out_all(
    placements: Sequence[Placement],
    *,
    on: datetime.date,
    left_to: LeftTo | str = LeftTo.NOT_ASKED,
    left_because: LeftBecause | str = LeftBecause.NOT_ASKED,
    reason: str = "",
    by: User,
) -> list[Placement]:
    """Checks people out on that day, the first night without them. Leaving a child behind needs a reason."""
    stays = [locked_stay(placement, by) for placement in by_key(placements)]
    for stay in stays:
        refuse_unless(stay.status_on(by.today()), HERE)
        if not stay.starts_on <= on <= by.today():
            raise StayNotOpen(
                _("The day of leaving lies between %(first)s and today.")
                % {"first": short_date(stay.starts_on)},
                field="on",
            )
        take_nights_really_slept(stay, until=on, by=by)
        stay.ends_on = on
        stay.checked_out_at = timezone.now()
        stay.left_to, stay.left_because = left_to, left_because
        write_stay(stay, *Placement.ENDING_FIELDS, "left_to", "left_because", by=by)
        details = {"on": on.isoformat(), "to": str(left_to), "because": str(left_because)}
        record("placement.checked_out", by=by, about=stay, details=details)
    ask_about_those_left(stays, reason=reason, by=by)
    return stays


def _end_before(stay: Placement, earlier: Placement, *, by: User) -> None:
    """Who slept at the earlier place until the first night at the new one had it until then, whatever was planned."""
    on = stay.starts_on
    if earlier.has_arrived and earlier.ends_on != on:
        take_nights_really_slept(earlier, until=on, by=by)
        earlier.ends_on = on
        write_stay(earlier, "ends_on", by=by)
    details = {"on": str(earlier.ends_on), "arrived_at": str(stay.pk)}
    record("placement.checked_out", by=by, about=earlier, details=details)


def _first_night(
    stay: Placement, answer: datetime.date | None, *, today: datetime.date
) -> datetime.date:
    """The first night slept of somebody who is checked in today: the planned one, or the answer if that has passed.

    Raises StayNotOpen without an answer, or if it is before the planned night, after today or after the planned end.
    """
    expected_on, leaves_on = stay.starts_on, stay.planned_end_on
    if expected_on == today:
        return expected_on
    values = {"who": stay.individual.display_name, "day": short_date(expected_on)}
    if answer is None:
        words = _(
            "%(who)s was expected on %(day)s: say which night was the first that they slept here."
        )
        raise StayNotOpen(words % values, field="first_night")
    if not expected_on <= answer <= today:
        words = _("The first night of %(who)s lies between %(day)s and today.")
        raise StayNotOpen(words % values, field="first_night")
    if leaves_on and leaves_on <= answer:
        words = _("The stay of %(who)s was planned until %(day)s: change the day of leaving first.")
        values["day"] = short_date(leaves_on)
        raise StayNotOpen(words % values, field="first_night")
    return answer
