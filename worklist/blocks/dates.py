"""Blocks about what falls due."""

import datetime
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.due import due_sources
from accounts.models import User
from accounts.permissions import Permission
from pages.context import address
from worklist.blocks.base import Tile, TodayBlock
from worklist.due import due
from worklist.lines import lines_of

DAYS = 14
LINES = 6


class Dates(TodayBlock):
    """What is overdue or falls due within fourteen days: a count per kind, and the first lines."""

    slug = "dates"
    title = gettext_lazy("Dates overdue or within 14 days")
    permission = Permission.TASK_READ
    template = "worklist/blocks/dates.html"

    def context(self, user: User) -> dict[str, Any]:
        today = user.today()
        rows = due(user, today=today, until=today + datetime.timedelta(days=DAYS))
        counts = rows.counts(today)
        kinds = [
            source for source in due_sources if user.holds(source.permission) and not source.is_news
        ]
        overdue = sum(late for late, _coming in counts.values())
        words = ngettext("date overdue", "dates overdue", overdue)
        tiles = [Tile.alarm(overdue, words, address("due-list?when=overdue"))]
        for source in kinds:
            late, coming = counts.get(source.kind, (0, 0))
            late_words = ngettext("%(number)d overdue", "%(number)d overdue", late)
            note = late_words % {"number": late} if late else ""
            url = address(f"due-list?kind={source.kind}&when={DAYS}")
            tiles.append(Tile(late + coming, str(source.title), url, note=note))
        return {
            "tiles": tiles,
            "lines": lines_of(rows[:LINES], user),
            "all_url": address(f"due-list?when={DAYS}"),
        }


dates = Dates()
