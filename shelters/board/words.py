"""The words of the board: what a run shows, and the sentence that says it to who listens."""

import datetime

from django.utils import timezone
from django.utils.dates import WEEKDAYS_ABBR
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, npgettext

from casework.register.models.individual import Individual
from pages.dates import day_and_month
from shelters.board.choices import RunKind
from shelters.board.querysets import BoardBed, BoardHold, BoardStay
from shelters.board.rules import BedRun, BoardNights, NightCount
from shelters.choices import BedKind, BedRule, ClosureReason, RoomKind
from shelters.models import Room, Site
from shelters.nights import terms_in_words


def short_name(person: Individual) -> str:
    """`Belkis A.`; for people without two names, or with an alias, what lists call them."""
    given, family = person.given_names, person.family_names
    if person.is_anonymous or person.erased_on or not (given and family):
        return str(person.display_name)
    return f"{given.split()[0]} {family[:1]}."


def column_head(day: datetime.date, *, is_first: bool) -> tuple[str, str]:
    """The weekday, and the day; with its month in the first column and on the first of a month."""
    number = day_and_month(day) if is_first or day.day == 1 else str(day.day)
    return str(WEEKDAYS_ABBR[day.weekday()]), number


def free_in_words(run: BedRun, board: BoardNights, *, beds: int = 1) -> str:
    """`free until 12 Dec`, the day on which the bed is taken; of several beds also how many."""
    until = day_and_month(run.end) if run.end < board.end else ""
    values = {"count": beds, "day": until}
    if beds == 1:
        return _("free until %(day)s") % values if until else _("free")
    if until:
        words = ngettext("%(count)s free until %(day)s", "%(count)s free until %(day)s", beds)
        return words % values
    return ngettext("%(count)s free", "%(count)s free", beds) % values


def stay_in_words(run: BedRun, stay: BoardStay, board: BoardNights) -> str:
    """`checked in, leaves on 10 Dec`: what colour and signs of the run say."""
    words = [str(RunKind(run.kind).label)]
    if run.kind == RunKind.LATE and stay.planned_end_on:
        words.append(_("since %(day)s") % {"day": day_and_month(stay.planned_end_on)})
    elif run.kind == RunKind.NOT_ARRIVED:
        words.append(_("on %(day)s") % {"day": day_and_month(stay.starts_on)})
    # Beyond the last night shown, the text of the run says the day.
    if run.kind != RunKind.LATE and stay.leaves_on and not goes_on(run, stay, board):
        words.append(_("until %(day)s") % {"day": day_and_month(stay.leaves_on)})
    if run.is_unpaid:
        words.append(_("not paid"))
    return ", ".join(words)


def goes_on(run: BedRun, stay: BoardStay, board: BoardNights) -> str:
    """`→ 10 Dec` or `→` for a stay that goes on after the last night shown."""
    if run.end < board.end or run.kind in (RunKind.LATE, RunKind.PAST):
        return ""
    return f"→ {day_and_month(stay.leaves_on)}" if stay.leaves_on else "→"


def closed_in_words(run: BedRun, back_on: datetime.date | None) -> str:
    words = str(RunKind.CLOSED.label)
    if back_on and run.end == back_on:
        return _("%(what)s until %(day)s") % {"what": words, "day": day_and_month(back_on)}
    return words


def held_in_words(hold: BoardHold) -> str:
    """`until 14:30, Carla Rincón`: when a hold lapses, and who has it."""
    words = {"time": f"{timezone.localtime(hold.lapses_at):%H:%M}", "who": hold.holder}
    return _("until %(time)s, %(who)s") % words


def why_closed(reason: str) -> str:
    return str(ClosureReason(reason).label)


def room_in_words(bed: BoardBed) -> str:
    """What the room offers, shortly: `women only · ground floor · cot`."""
    room = Room(**dict(zip(Room.FEATURES, bed[-len(Room.FEATURES) :], strict=True)))
    kind = [] if room.kind == RoomKind.ROOM else [room.get_kind_display()]
    words = [*kind, *(words for words, _tone in room.features)]
    return " · ".join(each.lower() for each in words)


def bed_in_words(bed: BoardBed) -> str:
    kind = "" if bed.kind == BedKind.BED else f" {BedKind(bed.kind).label}"
    return f"{bed.name}{kind}"


def money_of(site: Site, today: datetime.date) -> str:
    """The last night of the site that is paid, under contract and before a notice, and how far off it is."""
    unpaid_on = site.first_night_unpaid(today)
    if unpaid_on is None:
        return ""
    rules = {site.paid_until: BedRule.NOT_PAID, site.must_leave_on: BedRule.NOTICE_GIVEN}
    ends = terms_in_words(site, contract_ends_on=unpaid_on)
    words = ends[rules.get(unpaid_on, BedRule.NO_CONTRACT)]
    left = (unpaid_on - today).days
    if left < 0:
        return _("%(what)s: over") % {"what": words}
    nights = ngettext("%(count)s night more", "%(count)s nights more", left) % {"count": left}
    return f"{words} · {nights}"


def count_in_parts(count: NightCount) -> list[tuple[str, int, str]]:
    """Sign, number and words of each number of a night: taken, surge places free, closed, who comes and goes. Zeros are left
    out, except of the first."""
    surge = count.surge_free + count.surge_taken
    parts = [
        ("", count.taken, npgettext("beds", "taken", "taken", count.taken)),
        ("+", count.surge_free, npgettext("surge places", "free", "free", count.surge_free)),
        ("⊘", count.closed, _("out of service")),
        (RunKind.HELD.sign, count.held, str(RunKind.HELD.label)),
        ("▲", count.arriving, npgettext("people", "arrives", "arrive", count.arriving)),
        ("▼", count.leaving, npgettext("people", "leaves", "leave", count.leaving)),
    ]
    return [
        (sign, number, words)
        for sign, number, words in parts
        if number or not sign or (surge and sign == "+")
    ]


def free_beds_in_words(count: NightCount) -> str:
    return npgettext("beds", "free", "free", count.free)
