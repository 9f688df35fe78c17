"""Notices as lines for a reader."""

import datetime
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from accounts.due import due_sources
from accounts.models import StandIn, User
from worklist.due.acts import LineAct
from worklist.due.names import Name, Names
from worklist.notices.ends import EndsOfAid
from worklist.notices.models import Notice
from worklist.notices.querysets import DAILY_LINE
from worklist.sources.lookups import NO_SENTENCE, Key, days, kind_in_words, sentences, source_of


@dataclass(frozen=True)
class NoticeLine:
    """One notice in words for its reader. It has no sentence if its subject no longer exists.

    `current_day` is the day of the subject now, and `earlier_day` the day in an earlier notice about it. Each is None
    if it is the day of this notice. `reached` and `acts` are those of a notice that aid ends. `instead` says in whose stead
    it was written, `why` when it warns.
    """

    notice: Notice
    title: str
    sentence: str
    name: Name | None = None
    current_day: datetime.date | None = None
    earlier_day: datetime.date | None = None
    reached: str = ""
    instead: str = ""
    why: str = ""
    acts: tuple[LineAct, ...] = ()


def notice_lines(notices: Iterable[Notice], user: User) -> list[NoticeLine]:
    """One line for each of these notices of the user, in the same order."""
    notices = list(notices)
    keys = [(notice.kind, notice.about_id) for notice in notices]
    texts, current = sentences(keys), days(keys, user.today())
    earlier = _notices_about_same(notices, user)
    names = Names(user, (notice.case_id for notice in notices), user.today())
    ends = EndsOfAid(notices, user, names)
    instead = _instead_in_words(notices)
    return [
        NoticeLine(
            notice=notice,
            title=_title(notice.kind),
            sentence=_daily_sentence()
            if notice.kind == DAILY_LINE
            else ends.sentence(notice) or texts.get(key, NO_SENTENCE)[0],
            name=names.of(notice.case_id, texts.get(key, NO_SENTENCE)[1]),
            current_day=_current_day(notice, current.get(key, set())),
            earlier_day=_earlier_day(notice, earlier.get(key, [])),
            reached=ends.reached(notice),
            instead=instead.get(notice.pk, ""),
            why=_why(notice),
            acts=ends.acts(notice),
        )
        for notice, key in zip(notices, keys, strict=True)
    ]


def _instead_in_words(notices: list[Notice]) -> dict[Any, str]:
    """By the key of a notice, why its user is told instead of the colleague who is away."""
    instead = {
        each.pk: (away, each.user_id) for each in notices if (away := each.instead_of) is not None
    }
    if not instead:
        return {}
    rows = StandIn.objects.filter(user__in={away.pk for away, _user_id in instead.values()})
    by_deputy = set(rows.values_list("user", "deputy"))
    as_deputy = _("Instead of %(name)s, who is away")
    as_supervision = _("%(name)s is away, and whoever stands in may not see this")
    return {
        key: (as_deputy if (away.pk, user_id) in by_deputy else as_supervision) % {"name": away}
        for key, (away, user_id) in instead.items()
    }


@dataclass(frozen=True)
class FoldedKind:
    """The unread notices of one kind that have no line on the first page."""

    title: str
    number: int
    kind: str


def folded_kinds(shown: Iterable[Notice], user: User) -> list[FoldedKind]:
    """The unread notices that are not among those shown, by kind, the most frequent first."""
    unread = Notice.objects.visible_to(user).unread()
    rest = unread.exclude(pk__in=[each.pk for each in shown]).order_by().values_list("kind")
    numbers = rest.annotate(number=Count("pk")).order_by("-number", "kind")
    return [FoldedKind(_title(kind), number, kind) for kind, number in numbers]


def _why(notice: Notice) -> str:
    source = source_of(notice.kind)
    if source is None or source.is_told_at_once:
        return _("as soon as it was known")
    if notice.warning_days < 0:
        return _("the day is over")
    days_left = notice.warning_days
    words = ngettext("%(number)d day before", "%(number)d days before", days_left)
    return words % {"number": days_left} if days_left else _("on the day")


def _daily_sentence() -> str:
    return _("Dates of yours reached a day of warning: the list says which")


def _current_day(notice: Notice, days_now: set[datetime.date]) -> datetime.date | None:
    """The earliest of these days; None if the day of the notice is among them, or without any day."""
    return None if notice.due_on in days_now else min(days_now, default=None)


def _notices_about_same(notices: list[Notice], user: User) -> dict[Key, list[Notice]]:
    """All notices of the user about the subjects of these notices, by subject, the newest first."""
    by_subject: dict[Key, list[Notice]] = {}
    same = Notice.objects.filter(
        user=user,
        kind__in={notice.kind for notice in notices},
        about_id__in={notice.about_id for notice in notices},
    )
    for notice in same.order_by("-created_at", "-due_on"):
        by_subject.setdefault((notice.kind, notice.about_id), []).append(notice)
    return by_subject


def _earlier_day(notice: Notice, same: list[Notice]) -> datetime.date | None:
    """The day in the notice before this one among the `same` subject's, if it is another day."""
    before = [each.due_on for each in same if each.created_at < notice.created_at]
    return before[0] if before and before[0] != notice.due_on else None


def kinds_in_notices() -> list[tuple[str, str]]:
    """The kinds that notices announce, with their titles."""
    told = [each.kind for each in due_sources if each.is_told]
    return [(kind, _title(kind)) for kind in (*told, DAILY_LINE)]


def _title(kind: str) -> str:
    return _("Dates that come near") if kind == DAILY_LINE else kind_in_words(kind)
