"""The tray beside the board: families that need somebody to act, each a pick."""

import datetime
from collections.abc import Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Q
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.individual import NAME_FIELDS
from pages.dates import day_and_month
from pages.questions import PLACEHOLDER, cached_rows
from shelters.access import waiting_line, who_waits
from shelters.board.picking import parked_stays
from shelters.board.words import short_name
from shelters.models import Placement, Site
from shelters.night import LATE
from shelters.querysets.placement import HAS_LAPSED

# How many families a part shows; the list behind its heading has all.
MOST_SHOWN = 12
# A site is in the tray if its paid or contracted nights end within these days, or ended recently.
SOON, RECENTLY = datetime.timedelta(days=7), datetime.timedelta(days=30)
NAMES = tuple(f"individual__{name}" for name in NAME_FIELDS)


@dataclass
class TrayFamily:
    """A family by its first person, whose number picks it."""

    number: str
    name: str
    people: int
    note: str = ""


@dataclass
class TrayPart:
    """Families with the same trouble. `all_at` lists all of them; `site` is the one that they must leave."""

    title: str
    tone: str
    families: list[TrayFamily] = field(default_factory=list)
    all_at: str = ""
    more: int = 0
    site: Site | None = None


def tray_of(reader: User, sites: Iterable[Site]) -> list[TrayPart]:
    """Who is without a bed tonight, who must leave because nights end, who is late, whose provisional place
    lapsed and who is parked, as far as the reader sees them."""
    if not reader.holds(Permission.PLACEMENT_READ):
        return []
    today = reader.today()
    ending = {site.pk: (site, day) for site in sites if (day := _ends_soon(site, today))}
    stays = cached_rows(_stays, reader, today, values={PLACEHOLDER: list(ending)})
    parked = list(_parked(reader))
    parts = [_waiting(reader, today, {stay.individual_id for stay in parked})]
    for site, day in sorted(ending.values(), key=lambda pair: pair[1]):
        title = _("Must leave %(site)s: %(day)s") % {"site": site, "day": day_and_month(day)}
        leaving = [
            stay
            for stay in stays
            if stay.site_id == site.pk and (stay.leaves_on is None or stay.leaves_on > day)
        ]
        if leaving:
            parts.append(_part(title, "warn", leaving))
            parts[-1].site = site
    late = [stay for stay in stays if stay.status_on(today) in LATE]
    parts.append(_part(_("Late"), "trouble", late, today=today))
    lapsed = [stay for stay in stays if stay.has_lapsed]
    if lapsed:
        parts.append(_part(_("Provisional, and nobody confirmed"), "warn", lapsed))
    if parked:
        parts.append(_part(_("Parked"), "warn", parked))
    return parts


def _parked(reader: User) -> Any:
    rows = parked_stays(reader).select_related("individual")
    return rows.only("case_id", "site_id", "individual_id", *NAMES).order_by("individual__number")


def _ends_soon(site: Site, today: datetime.date) -> datetime.date | None:
    """The first night on which the site is closed, not paid, not under contract or past a notice, if that is near."""
    days = [day for day in (site.first_night_unpaid(today), site.closed_on) if day]
    first = min(days, default=None)
    return first if first and today - RECENTLY <= first <= today + SOON else None


def _stays(reader: User, today: datetime.date) -> Any:
    rows: Any = Placement.objects.visible_to(reader).open_on(today)
    late = Q(planned_end_on__lt=today, ends_on=None, checked_in_at__isnull=False)
    late |= Q(starts_on__lt=today, checked_in_at=None)
    rows = rows.filter(late | HAS_LAPSED | Q(site__in=[PLACEHOLDER])).select_related("individual")
    columns = (
        "case_id", "site_id", "individual_id", "starts_on", "ends_on", "planned_end_on", "checked_in_at",
        "cancelled_at", "provisional_until", "allowed_until",
    )  # fmt: skip
    return rows.only(*columns, *NAMES).order_by("individual__number")


def _part(
    title: str, tone: str, stays: Iterable[Any], *, today: datetime.date | None = None
) -> TrayPart:
    families: dict[Any, list[Any]] = {}
    for stay in stays:
        families.setdefault((stay.case_id, stay.site_id), []).append(stay)
    shown = list(families.values())[:MOST_SHOWN]
    return TrayPart(
        title,
        tone,
        [
            TrayFamily(
                together[0].individual.number,
                short_name(together[0].individual),
                len(together),
                _late_in_words(together[0]) if today else "",
            )
            for together in shown
        ],
        more=len(families) - len(shown),
    )


def _late_in_words(stay: Any) -> str:
    if stay.checked_in_at:
        day = stay.allowed_until or stay.planned_end_on
        return _("should have left on %(day)s") % {"day": day_and_month(day)}
    return _("should have arrived on %(day)s") % {"day": day_and_month(stay.starts_on)}


def _waiting(reader: User, today: datetime.date, parked: Collection[Any]) -> TrayPart:
    """Families without a bed; those of `parked` people are in a part of their own."""
    first = list(waiting_line(reader)[: MOST_SHOWN + 1])
    people = {
        case: [each.individual for each in waiting if each.individual_id not in parked]
        for case, waiting in who_waits(first, today).items()
    }
    families = [
        TrayFamily(people[case.pk][0].number, short_name(people[case.pk][0]), len(people[case.pk]))
        for case in first[:MOST_SHOWN]
        if people[case.pk]
    ]
    more = max(0, len(first) - MOST_SHOWN)
    title = _("Without a bed tonight")
    return TrayPart(title, "trouble", families, "family-without-bed-list", more)
