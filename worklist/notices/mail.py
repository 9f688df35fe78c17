"""Mail about notices. It says how many there are and where to read them, and nothing else."""

import datetime
import hashlib
import logging
import smtplib
import uuid
import zoneinfo
from collections.abc import Collection
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.due import due_sources
from accounts.models import Office, User
from accounts.models.office import MAILS_ON_HOLIDAYS
from reference.models import PublicHoliday
from worklist.notices.models import Notice
from worklist.notices.stand_ins import stand_in_of, stand_ins_around

DAY = datetime.timedelta(days=1)
log = logging.getLogger(__name__)


def local_time(user: User, now: datetime.datetime) -> datetime.datetime:
    """The time of day at the user's office at that moment."""
    zone = user.office.time_zone if user.office else settings.TIME_ZONE
    return timezone.localtime(now, zoneinfo.ZoneInfo(zone))


def first_mail_hour(user: User) -> int:
    """The hour from which mail leaves at the user's office."""
    return int((user.office or Office()).mail_times["mails_from"])


def is_quiet(user: User, now: datetime.datetime, holidays: Collection[tuple[str, Any]]) -> bool:
    """Whether it is a free day or night at the user's office: notices wait there for the next hour of mail.

    `holidays` are countries with their public holidays around `now`."""
    office, there = user.office or Office(), local_time(user, now)
    times = office.mail_times
    is_holiday = (office.country, there.date()) in holidays
    day = MAILS_ON_HOLIDAYS if is_holiday else there.isoweekday()
    return (
        day not in times["mail_days"]
        or not times["mails_from"] <= there.hour < times["mails_until"]
    )


def _holidays_around(now: datetime.datetime) -> set[tuple[str, Any]]:
    today = timezone.localdate(now)
    days = (today - DAY, today + DAY)
    rows = PublicHoliday.objects.filter(on__range=days, is_worked=False)
    return set(rows.values_list("country", "on"))


def mail_notices(now: datetime.datetime) -> int:
    """Sends a mail to each user with notices to announce, and returns how many mails were sent.

    Where it is night or a free day only urgent notices are announced, and to users who are away none: their deputies get
    mails of their own. If the mail server fails for one user, the others get
    their mail, and the next tick tries again.
    """
    waiting = Notice.objects.to_mail().order_by().values("user").distinct()
    sent = 0
    users = list(User.objects.filter(pk__in=waiting, is_active=True).select_related("office"))
    if not users:
        return 0
    holidays = _holidays_around(now)
    stand_ins = stand_ins_around(timezone.localdate(now))
    for user in users:
        if stand_in_of(user, stand_ins, local_time(user, now).date()):
            continue
        try:
            sent += mail_to(user, only_urgent=is_quiet(user, now, holidays))
        except (smtplib.SMTPException, OSError) as error:
            log.warning("notices not mailed: %s", type(error).__name__)
    return sent


@transaction.atomic
def mail_to(user: User, *, only_urgent: bool = False) -> int:
    """Sends one mail about the user's notices, or about the urgent ones; returns 1, or 0 if the user may see none of them.

    The notices are locked first and marked after the mail, so that a worker that dies in between sends it again. Those that
    the user may no longer see stay unmarked."""
    waiting = Notice.objects.to_mail().filter(user=user)
    if only_urgent:
        waiting = waiting.filter(kind__in=[each.kind for each in due_sources if each.is_urgent])
    locked = waiting.select_for_update(skip_locked=True)
    ids = [notice.pk for notice in locked]
    seen = Notice.objects.visible_to(user).filter(pk__in=ids).order_by("pk") if ids else ()
    if told := [notice.pk for notice in seen]:
        with translation.override(user.language):
            _send(user, told)
    Notice.objects.filter(pk__in=told).update(mailed_at=Now())
    return int(bool(told))


def _message_id(told: list[uuid.UUID]) -> str:
    """The same for the same notices, so that a mail program recognises a mail that was sent twice.

    The keys of notices are random, and each belongs to one user."""
    digest = hashlib.sha256(b"".join(key.bytes for key in told)).hexdigest()
    return f"<{digest}@{urlsplit(settings.PUBLIC_URL).hostname}>"


def _send(user: User, told: list[uuid.UUID]) -> None:
    number = len(told)
    subject = ngettext("You have %(number)d item", "You have %(number)d items", number) % {
        "number": number
    }
    address = settings.PUBLIC_URL.rstrip("/") + reverse("inbox")
    text = render_to_string("worklist/mail.txt", {"subject": subject, "address": address})
    headers = {"Message-ID": _message_id(told)}
    EmailMessage(f"Amparo: {subject}", text, to=[user.email], headers=headers).send()
