"""The tick: once a minute it does whatever is due.

It is safe to run twice, from two schedulers at once, and to kill anywhere. A notice appears in the app exactly once, because
a unique key guarantees it; it is mailed at least once, because it is marked after sending.
"""

from dataclasses import dataclass

from django.utils import timezone

from accounts.actions.password_links import send_wanted_links
from casework.claims.sight import open_to_who_came_of_age
from casework.duplicates.actions import sweep_duplicates
from casework.slots.passing import pass_unseen
from casework.uploads.waiting import forget_waiting
from worklist.notices.mail import mail_notices
from worklist.notices.writing import write_notices
from worklist.projection.update import kept_kinds
from worklist.scheduler.forgetting import forget_drafts, forget_searches
from worklist.scheduler.heartbeats import beat, database_now


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
    pass_unseen(by=None, day=timezone.localdate(now))
    notices = write_notices(now)
    mails = mail_notices(now)
    sweep_duplicates()
    kept_kinds(timezone.localdate(now))
    return Tick(notices=notices, mails=mails)
