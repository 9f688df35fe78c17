"""Writes notices: those of each kind for each user, and one line a day about dates that come near."""

import datetime
from collections.abc import Mapping

from django.utils import timezone

from accounts.models import StandIn, User
from accounts.permissions import Permission
from casework.tasks.slots import tasks_given
from worklist.due.models import DueDecision
from worklist.due.rows import Due, due, kinds_to_tell
from worklist.notices.mail import first_mail_hour, local_time
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.notices.recipients import told_to
from worklist.notices.stand_ins import StandIns
from worklist.notices.withdrawing import withdraw_stale
from worklist.sources.kinds import DATE_HANDED
from worklist.sources.lookups import source_of, warning_steps
from worklist.sources.models import WarningDays
from worklist.sources.warning_days import TOLD_ONCE, Steps, warning_step

# Offices are in several time zones, so for some hours two dates are today.
DAY = datetime.timedelta(days=1)
TWO_DAYS = 2 * DAY


def write_notices(now: datetime.datetime) -> int:
    """Writes the new notices of all active users, and their daily lines; returns how many notices are new.

    Two things are queried once for all users: the kinds that have anything to announce, and who has a daily line already.
    """
    lines = set(
        Notice.objects.filter(kind=DAILY_LINE, due_on__gte=timezone.localdate(now) - TWO_DAYS)
        .order_by()
        .values_list("user", "due_on")
    )
    steps = warning_steps()
    set_on = dict(WarningDays.objects.values_list("kind", "set_on"))
    staff = User.objects.filter(is_active=True).select_related("office").order_by("pk")
    by_day: dict[datetime.date, list[User]] = {}
    for user in staff:
        by_day.setdefault(local_time(user, now).date(), []).append(user)
    kinds = {}
    for today, users in by_day.items():
        kinds[today] = kinds_to_tell(today, steps)
        withdraw_stale(users, today)
    stand_ins = StandIns(staff, timezone.localdate(now), steps)
    missed: list[tuple[StandIn, list[Due], datetime.date]] = []
    written = 0
    for user in staff:
        there = local_time(user, now)
        today = there.date()
        rows = _rows_for(user, today, kinds[today], steps)
        if stand_in := stand_ins.of(user, today):
            missed.append((stand_in, rows, today))
        fresh = _unwritten([_notice(user, row, now, today, steps) for row in rows], set_on)
        if there.hour >= first_mail_hour(user) and (user.pk, today) not in lines:
            fresh += _daily_line(user, now, today, steps)
        written += _save_new(fresh)
    # After everybody's own notices, so that nobody is told instead of another what they are told anyway.
    for stand_in, rows, today in missed:
        for user, shared in stand_ins.readers_instead(stand_in, rows, today):
            instead = [_notice(user, row, now, today, steps, stand_in.user) for row in shared]
            written += _save_new(_unwritten(instead, set_on))
    return written


def _save_new(fresh: list[Notice]) -> int:
    """Inserts these notices and returns how many were new. Ignores those that another tick has inserted."""
    Notice.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=1000)
    return Notice.objects.filter(pk__in=[notice.pk for notice in fresh]).count() if fresh else 0


def _rows_for(user: User, today: datetime.date, kinds: frozenset[str], steps: Steps) -> list[Due]:
    """The rows of these kinds of which the user is told."""
    if not kinds:
        return []
    # Sliced: converting the queryset to a list would count it first.
    seen = due(user, today=today, kinds=kinds, is_told=True, steps=steps)[:]
    return told_to(_without_doubles(seen), user, today)


def _unwritten(fresh: list[Notice], set_on: Mapping[str, datetime.date]) -> list[Notice]:
    """The notices among these, all to one user, that the user does not have yet.

    `set_on` is when the days of warning of a kind were set: who was told of a date before hears of no new day that had
    passed by then."""
    if not fresh:
        return []
    existing = set(
        Notice.objects.standing()
        .filter(user=fresh[0].user, due_on__in={notice.due_on for notice in fresh})
        .order_by()
        .values_list(*_KEY)
    )
    told = {key[:-1] for key in existing}

    def is_new(notice: Notice) -> bool:
        begins_on = notice.due_on - notice.warning_days * DAY
        is_late = begins_on < set_on.get(notice.kind, begins_on)
        key = _key(notice)
        return key not in existing and not (is_late and key[:-1] in told)

    return [notice for notice in fresh if is_new(notice)]


def _without_doubles(rows: list[Due]) -> list[Due]:
    """Leaves out the notice about a given task, if there is one about the hand-over of the same task."""
    hand_overs = [row.about_id for row in rows if row.kind == DATE_HANDED]
    if not hand_overs:
        return rows
    tasks = set(DueDecision.objects.filter(pk__in=hand_overs).values_list("about_id", flat=True))
    return [row for row in rows if row.kind != tasks_given.kind or row.about_id not in tasks]


def _daily_line(
    user: User, now: datetime.datetime, today: datetime.date, steps: Steps
) -> list[Notice]:
    """One notice for all dates that reach a day of warning today; an empty list without such dates.

    It is marked as read, so that the bell does not count it: the dates are in their own list."""
    if not user.holds(Permission.TASK_READ):
        return []
    if not due(user, today=today, warns_today=True, steps=steps)[:1]:
        return []
    line = Notice(
        user=user,
        kind=DAILY_LINE,
        about_type=User._meta.label_lower,
        about_id=str(user.pk),
        office_id=user.office_id,
        due_on=today,
        created_at=now,
        read_at=now,
        warning_days=TOLD_ONCE,
    )
    return [line]


_KEY = ("kind", "about_type", "about_id", "due_on", "warning_days")


def _key(notice: Notice) -> tuple[object, ...]:
    """The values of the unique constraint, besides the user."""
    return tuple(getattr(notice, name) for name in _KEY)


def _notice(
    user: User,
    row: Due,
    now: datetime.datetime,
    today: datetime.date,
    steps: Steps,
    away: User | None = None,
) -> Notice:
    """An unsaved notice to the user about this row, instead of the colleague who is `away`."""
    source = source_of(row.kind)
    warn_days = row.warn_days or steps.get(row.kind)
    step = None if source and source.is_told_at_once else warning_step(row.on, today, warn_days)
    return Notice(
        user=user,
        instead_of=away,
        kind=row.kind,
        about_type=row.about_type,
        about_id=row.about_id,
        case_id=row.case_id,
        office_id=row.office_id,
        due_on=row.on,
        created_at=now,
        warning_days=TOLD_ONCE if step is None else step,
    )
