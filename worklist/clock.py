"""The tick: once a minute it does whatever is due.

It is safe to run twice, from two schedulers at once, and to kill anywhere. A notice appears in the app exactly once, because
a unique key guarantees it; it is mailed at least once, because it is marked after sending.
"""

import datetime
from dataclasses import dataclass

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now
from django.utils import timezone

from accounts.actions.password_links import send_wanted_links
from accounts.models import User
from accounts.permissions import Permission
from casework.arrivals.models import ArrivalDraft
from casework.claims.sight import open_to_who_came_of_age
from casework.duplicates.actions import sweep_duplicates
from casework.search.models import NameSearch
from casework.slots.passing import pass_on_unseen_work
from casework.tasks.slots import tasks_given
from casework.uploads.waiting import forget_waiting
from vault.keys import destroy_key
from vault.querysets import SealedQuerySet
from worklist.due import Due, due, kinds_to_tell
from worklist.mail import local_time, mail_notices
from worklist.models import DueDecision, Heartbeat, Notice
from worklist.notice_sources import dates_handed
from worklist.projection.update import kept_kinds
from worklist.querysets import DIGEST
from worklist.sources import source_of
from worklist.warnings import TOLD_ONCE, warning_step

# Other heartbeats: the newest backup, and the day on which this database was restored from one.
BACKUP, RESTORED = "backup", "restored"
# Offices lie in several time zones: for some hours two days are current.
TWO_DAYS = datetime.timedelta(days=2)


@dataclass(frozen=True)
class Tick:
    """The result of one tick."""

    notices: int
    mails: int


def tick() -> Tick:
    """Records a heartbeat, deletes what is kept only for a while, writes notices and mails them.

    Opens files to the team when a child who decides about that comes of age. Hands on tasks of colleagues who lost sight of
    the case, before anybody is notified of theirs. Mails of forgotten passwords that no worker sent go first. Finally it
    compares changed records with the others, a bounded number a tick, and updates the projection of what falls due,
    including its own changes.
    """
    now = database_now()
    beat("tick")
    send_wanted_links()
    forget_searches(now)
    forget_drafts(now)
    forget_waiting(now)
    open_to_who_came_of_age()
    pass_on_unseen_work(by=None, day=timezone.localdate(now))
    notices = write_notices(now)
    mails = mail_notices(now)
    sweep_duplicates()
    kept_kinds(timezone.localdate(now))
    return Tick(notices=notices, mails=mails)


def database_now() -> datetime.datetime:
    """Uses the database's clock, so that a worker with a wrong clock misses nothing."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT statement_timestamp()")
        moment: datetime.datetime = cursor.fetchone()[0]
        return moment


def beat(name: str) -> None:
    """Records that this clock is alive."""
    Heartbeat.objects.bulk_create(
        [Heartbeat(name=name, beat_at=Now())],
        update_conflicts=True,
        unique_fields=["name"],
        update_fields=["beat_at"],
    )


def forget_searches(now: datetime.datetime) -> int:
    """Deletes searched names after an hour, and destroys their keys."""
    return _forget(NameSearch.objects.filter(created_at__lt=now - NameSearch.LIFETIME))


def forget_drafts(now: datetime.datetime) -> int:
    """Deletes drafts of arrivals untouched for a week, and destroys their keys."""
    return _forget(ArrivalDraft.objects.over(now))


@transaction.atomic
def _forget(over: SealedQuerySet) -> int:
    """Locks the rows first: a draft that is saved again at this moment keeps its key."""
    rows = list(over.select_for_update())
    for row in rows:
        destroy_key(row.key_id)
    over.filter(pk__in=[row.pk for row in rows]).delete()
    return len(rows)


def write_notices(now: datetime.datetime) -> int:
    """Writes notices of what concerns each of the staff, and one line a day when dates come near; returns how many are new.

    What is the same for everybody is queried first: which kinds have anything to tell, and who has today's line already.
    """
    kinds: dict[datetime.date, frozenset[str]] = {}
    lines = set(
        Notice.objects.filter(kind=DIGEST, due_on__gte=timezone.localdate(now) - TWO_DAYS)
        .order_by()
        .values_list("user", "due_on")
    )
    staff = User.objects.filter(is_active=True).select_related("office").order_by("pk")
    written = 0
    for user in staff:
        there = local_time(user, now)
        today = there.date()
        if today not in kinds:
            kinds[today] = kinds_to_tell(today)
        fresh = _news(user, now, kinds[today])
        if there.hour >= settings.MAIL_HOURS[0] and (user.pk, today) not in lines:
            fresh += _digest(user, now, today)
        written += _written(fresh)
    return written


def _written(fresh: list[Notice]) -> int:
    """Ignores conflicts: another tick may have written some of them."""
    Notice.objects.bulk_create(fresh, ignore_conflicts=True, batch_size=1000)
    return Notice.objects.filter(pk__in=[notice.pk for notice in fresh]).count() if fresh else 0


def _news(user: User, now: datetime.datetime, kinds: frozenset[str]) -> list[Notice]:
    """What to tell the user of these kinds that was not told yet."""
    if not kinds:
        return []
    today = local_time(user, now).date()
    # Sliced: converting the queryset to a list would count it first.
    rows = _told_by_one(due(user, today=today, kinds=kinds, is_told=True)[:])
    fresh = [_notice(user, row, now, today) for row in rows]
    told = set(
        Notice.objects.filter(user=user, due_on__in={notice.due_on for notice in fresh})
        .order_by()
        .values_list(*_KEY)
    )
    return [notice for notice in fresh if _key(notice) not in told]


def _told_by_one(rows: list[Due]) -> list[Due]:
    """A task that was assigned and handed over these days is told as handed over only."""
    handed = [row.about_id for row in rows if row.kind == dates_handed.kind]
    if not handed:
        return rows
    tasks = set(DueDecision.objects.filter(pk__in=handed).values_list("about_id", flat=True))
    return [row for row in rows if row.kind != tasks_given.kind or row.about_id not in tasks]


def _digest(user: User, now: datetime.datetime, today: datetime.date) -> list[Notice]:
    """One line for all dates that reach a day of warning today. The bell does not count it, because the dates have a list."""
    if not user.holds(Permission.TASK_READ):
        return []
    if not due(user, today=today, warns_today=True)[:1]:
        return []
    line = Notice(
        user=user,
        kind=DIGEST,
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
    return tuple(getattr(notice, name) for name in _KEY)


def _notice(user: User, row: Due, now: datetime.datetime, today: datetime.date) -> Notice:
    source = source_of(row.kind)
    step = None if source and source.is_told_at_once else warning_step(row.on, today, row.warn_days)
    return Notice(
        user=user,
        kind=row.kind,
        about_type=row.about_type,
        about_id=row.about_id,
        case_id=row.case_id,
        office_id=row.office_id,
        due_on=row.on,
        created_at=now,
        warning_days=TOLD_ONCE if step is None else step,
    )
