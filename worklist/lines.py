"""What falls due as lines for people: the sentence, the day, and the page where to act."""

import datetime
import uuid
from collections.abc import Iterable
from dataclasses import dataclass

from accounts.models import User
from accounts.permissions import Permission
from casework.register.models.case import Case
from pages.context import address
from worklist.due import Due
from worklist.models import Notice
from worklist.sources import Key, days, sentences, source_of

# The page of what a line is about, and what it asks of the reader.
PAGES = {
    "aid.agreement": ("agreement-detail", Permission.AGREEMENT_READ),
    "aid.commitment": ("commitment-detail", Permission.AID_READ),
    "asylum.permit": ("permit-detail", Permission.PERMIT_READ),
    "asylum.renunciation": ("renunciation-detail", Permission.RENUNCIATION_READ),
    "casework.sealedaccount": ("account-read", Permission.COMPARTMENT_READ),
    "casework.casetask": ("task-detail", Permission.TASK_CHANGE),
    "casework.consent": ("consent-detail", Permission.CONSENT_READ),
    "casework.lossreport": ("loss-detail", Permission.EXIT_RECORD),
    "casework.referral": ("referral-detail", Permission.REFERRAL_READ),
    "partners.partnerrequest": ("request-answer", Permission.PARTNER_CHANGE),
    "casework.detention": ("detention-review", Permission.HOME_CHANGE),
    "shelters.bed": ("surge-place-review", Permission.BED_CHANGE),
    "shelters.site": ("site-detail", Permission.SITE_READ),
    "shelters.placement": ("placement-detail", Permission.PLACEMENT_READ),
}


@dataclass(frozen=True)
class Line:
    """One thing that falls due, ready to be read. `url` is empty where the reader has no page about it."""

    title: str
    sentence: str
    on: datetime.date
    url: str
    is_overdue: bool


def lines_of(rows: Iterable[Due], user: User) -> list[Line]:
    """One line per row, in their order."""
    rows = list(rows)
    said = sentences((row.kind, row.about_id) for row in rows)
    numbers: dict[uuid.UUID | None, str] = dict(
        Case.objects.filter(pk__in={row.case_id for row in rows}).values_list("pk", "number")
    )
    today = user.today()
    return [
        Line(
            title=kind_in_words(row.kind),
            sentence=said.get((row.kind, row.about_id), ""),
            on=row.on,
            url=page_about(row.about_type, row.about_id, numbers.get(row.case_id, ""), user),
            is_overdue=row.on < today,
        )
        for row in rows
    ]


@dataclass(frozen=True)
class NoticeLine:
    """One notice, ready to be read. What it was about may be settled and gone: then it has no sentence.

    `now_on` is the day of today, where it is another than the one that was told; `told_before` the day that an
    earlier notice about the same told, where it was another.
    """

    notice: Notice
    title: str
    sentence: str
    now_on: datetime.date | None = None
    told_before: datetime.date | None = None


def notice_lines(notices: Iterable[Notice], user: User) -> list[NoticeLine]:
    """One line per notice of the user, in their order."""
    notices = list(notices)
    keys = [(notice.kind, notice.about_id) for notice in notices]
    said, present = sentences(keys), days(keys, user.today())
    earlier = _told(notices, user)
    return [
        NoticeLine(
            notice=notice,
            title=kind_in_words(notice.kind),
            sentence=said.get(key, ""),
            now_on=_moved_to(notice, present.get(key, set())),
            told_before=_told_before(notice, earlier.get(key, [])),
        )
        for notice, key in zip(notices, keys, strict=True)
    ]


def _moved_to(notice: Notice, present: set[datetime.date]) -> datetime.date | None:
    """The day that counts now, if the one that was told no longer does."""
    return None if notice.due_on in present else min(present, default=None)


def _told(notices: list[Notice], user: User) -> dict[Key, list[Notice]]:
    """By what they are about, all notices of the user about the same, the newest first."""
    found: dict[Key, list[Notice]] = {}
    same = Notice.objects.filter(
        user=user,
        kind__in={notice.kind for notice in notices},
        about_id__in={notice.about_id for notice in notices},
    )
    for notice in same.order_by("-created_at", "-due_on"):
        found.setdefault((notice.kind, notice.about_id), []).append(notice)
    return found


def _told_before(notice: Notice, same: list[Notice]) -> datetime.date | None:
    before = [each.due_on for each in same if each.created_at < notice.created_at]
    return before[0] if before and before[0] != notice.due_on else None


def kind_in_words(kind: str) -> str:
    source = source_of(kind)
    return str(source.title) if source else kind


def page_about(about_type: str, about_id: str, case_number: str, user: User) -> str:
    """Where the reader acts on it: its own page, else the case's; nothing where neither is theirs."""
    name, permission = PAGES.get(about_type, ("", None))
    if permission and user.holds(permission) and (url := address(name, about_id)):
        return url
    if case_number and user.holds(Permission.CASE_READ):
        return address("case-detail", case_number)
    if case_number and user.holds(Permission.CASE_CARD):
        return address("case-card", case_number)
    return ""
