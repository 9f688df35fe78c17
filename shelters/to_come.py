"""Places of people that have not begun: from a later night on, where they did not arrive, or where they are to move."""

import datetime
import uuid
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from django.utils.translation import gettext as _

from accounts.models import User
from casework.register.models.individual import Individual
from pages.dates import short_date
from pages.questions import PLACEHOLDER, cached_rows
from shelters.models import Placement
from shelters.nights import ONE_NIGHT
from shelters.querysets.moment import ANY_NIGHT


def stays_to_come(
    people: Collection[uuid.UUID], reader: User, today: datetime.date
) -> dict[uuid.UUID, Placement]:
    """By person, the earliest stay that begins after `today`, or was to begin before it and did not, if the reader sees it."""
    values = {PLACEHOLDER: list(people), ANY_NIGHT: today}
    rows = cached_rows(_stays_to_come, reader, values=values) if people else []
    return {stay.individual_id: stay for stay in rows}


def _stays_to_come(reader: User) -> Any:
    rows = Placement.objects.visible_to(reader).open_on(ANY_NIGHT).filter(checked_in_at=None)
    rows = rows.filter(individual__in=[PLACEHOLDER]).exclude(starts_on=ANY_NIGHT)
    return rows.select_related("site").order_by("-starts_on", "-placed_at")


def with_moves(stays: Sequence[Placement], reader: User) -> list[Placement]:
    """Sets `moving_to` of each stay: the next one, if nobody has checked the person in there and the reader sees it."""
    values = {PLACEHOLDER: [stay.pk for stay in stays if not stay.ends_on]}
    rows = cached_rows(_moves_to_come, reader, values=values) if values[PLACEHOLDER] else []
    following = {after.previous_id: after for after in rows}
    for stay in stays:
        stay.moving_to = following.get(stay.pk)
    return list(stays)


def _moves_to_come(reader: User) -> Any:
    rows = Placement.objects.visible_to(reader).standing().filter(checked_in_at=None)
    return rows.filter(previous__in=[PLACEHOLDER]).select_related("site").order_by()


def to_come_in_words(
    people: Sequence[Individual], stays: Mapping[uuid.UUID, Placement], today: datetime.date
) -> list[str]:
    """`place from tomorrow at Hotel Puente`: grouped by place, with names where it is not said of all of `people`."""
    names: dict[tuple[str, datetime.date], list[str]] = {}
    for person in people:
        if stay := stays.get(person.pk):
            names.setdefault((stay.site.name, stay.starts_on), []).append(person.display_name)
    lines = []
    for (site, day), who in names.items():
        words = _in_words(site, day, today)
        lines.append(words if len(who) == len(people) else f"{', '.join(who)}: {words}")
    return lines


def _in_words(site: str, day: datetime.date, today: datetime.date) -> str:
    if day < today:
        return _("expected at %(site)s on %(day)s, has not arrived") % {
            "site": site,
            "day": short_date(day),
        }
    if day == today + ONE_NIGHT:
        return _("place from tomorrow at %(site)s") % {"site": site}
    return _("place from %(day)s at %(site)s") % {"site": site, "day": short_date(day)}
