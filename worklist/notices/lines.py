"""Notices as lines for their reader."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from accounts.models import User
from worklist.due.names import Name, Names
from worklist.notices.models import Notice
from worklist.notices.querysets import DIGEST
from worklist.sources.lookups import GONE, Key, days, kind_in_words, sentences


@dataclass(frozen=True)
class NoticeLine:
    """One notice, ready to be read. It has no sentence if its subject is settled and gone.

    `now_on` is the current day, if it differs from the one announced; `told_before` is the day that an earlier notice
    announced, if that differs.
    """

    notice: Notice
    title: str
    sentence: str
    name: Name | None = None
    now_on: datetime.date | None = None
    told_before: datetime.date | None = None


def notice_lines(notices: Iterable[Notice], user: User) -> list[NoticeLine]:
    """One line per notice of the user, in their order."""
    notices = list(notices)
    keys = [(notice.kind, notice.about_id) for notice in notices]
    said, present = sentences(keys), days(keys, user.today())
    earlier = _notices_about_same(notices, user)
    names = Names(user, (notice.case_id for notice in notices), user.today())
    return [
        NoticeLine(
            notice=notice,
            title=_title(notice.kind),
            sentence=_digest() if notice.kind == DIGEST else said.get(key, GONE)[0],
            name=names.of(notice.case_id, said.get(key, GONE)[1]),
            now_on=_moved_to(notice, present.get(key, set())),
            told_before=_told_before(notice, earlier.get(key, [])),
        )
        for notice, key in zip(notices, keys, strict=True)
    ]


def _digest() -> str:
    return _("Dates of yours reached a day of warning: the list says which")


def _moved_to(notice: Notice, present: set[datetime.date]) -> datetime.date | None:
    """The current day, if it differs from the one announced."""
    return None if notice.due_on in present else min(present, default=None)


def _notices_about_same(notices: list[Notice], user: User) -> dict[Key, list[Notice]]:
    """By subject, all the user's notices about the subjects of these; the newest first."""
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


def _title(kind: str) -> str:
    return _("Dates that come near") if kind == DIGEST else kind_in_words(kind)
