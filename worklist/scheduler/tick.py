"""The tick: the work that is done once a minute.

It may run twice, in two schedulers at once, and may be killed anywhere. Each notice is in the app exactly once, because a
unique constraint guarantees it. It is mailed at least once, because it is marked after the mail is sent.
"""

from dataclasses import dataclass

from django.utils import timezone

from accounts.actions.password_links import send_wanted_links
from casework.claims.sight import open_cases_of_people_of_age
from casework.duplicates.actions import sweep_duplicates
from casework.slots.passing import pass_on_unseen_work
from casework.uploads.waiting import delete_expired_files
from worklist.notices.mail import mail_notices
from worklist.notices.writing import write_notices
from worklist.projection.update import current_kinds
from worklist.scheduler.forgetting import forget_drafts, forget_searches
from worklist.scheduler.heartbeats import beat, database_now


@dataclass(frozen=True)
class Tick:
    """How many notices a tick wrote, and how many mails it sent."""

    notices: int
    mails: int


def tick() -> Tick:
    """Runs the steps of a tick in their order.

    Tasks of colleagues who lost sight of a case are passed on before notices are written, so that the next holder gets the
    notice. The projection comes last, because it then contains the changes of the other steps.
    """
    now = database_now()
    beat("tick")
    send_wanted_links()
    forget_searches(now)
    forget_drafts(now)
    delete_expired_files(now)
    open_cases_of_people_of_age()
    pass_on_unseen_work(by=None, day=timezone.localdate(now))
    notices = write_notices(now)
    mails = mail_notices(now)
    sweep_duplicates()
    current_kinds(timezone.localdate(now))
    return Tick(notices=notices, mails=mails)
