"""Mail about notices. It says how many there are and where to read them, and nothing else."""

import datetime
import hashlib
import logging
import smtplib
import uuid
import zoneinfo
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.db import transaction
from django.db.models.functions import Now
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone, translation
from django.utils.translation import ngettext

from accounts.models import User
from worklist.notices.models import Notice

log = logging.getLogger(__name__)


def local_time(user: User, now: datetime.datetime) -> datetime.datetime:
    """The time of day at the user's office at that moment."""
    zone = user.office.time_zone if user.office else settings.TIME_ZONE
    return timezone.localtime(now, zoneinfo.ZoneInfo(zone))


def is_quiet(user: User, now: datetime.datetime) -> bool:
    """Whether it is night at the user's office. No mail is sent at night: the notices wait for the morning."""
    first, last = settings.MAIL_HOURS
    return not first <= local_time(user, now).hour < last


def mail_notices(now: datetime.datetime) -> int:
    """Sends a mail to each user with notices to announce where it is day; returns how many mails were sent.

    If the mail server fails for one user, the others get their mail, and the next tick tries again.
    """
    waiting = Notice.objects.to_mail().order_by().values("user").distinct()
    sent = 0
    for user in User.objects.filter(pk__in=waiting, is_active=True).select_related("office"):
        if is_quiet(user, now):
            continue
        try:
            sent += mail_to(user)
        except (smtplib.SMTPException, OSError) as error:
            log.warning("notices not mailed: %s", type(error).__name__)
    return sent


@transaction.atomic
def mail_to(user: User) -> int:
    """Sends one mail about the user's notices; returns 1, or 0 if the user may see none of them.

    The notices are locked first and marked after the mail, so that a worker that dies in between sends it again."""
    locked = Notice.objects.to_mail().filter(user=user).select_for_update(skip_locked=True)
    ids = [notice.pk for notice in locked]
    seen = Notice.objects.visible_to(user).filter(pk__in=ids).order_by("pk") if ids else ()
    if told := [notice.pk for notice in seen]:
        with translation.override(user.language):
            _send(user, told)
    Notice.objects.filter(pk__in=ids).update(mailed_at=Now())
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
