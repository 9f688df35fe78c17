"""Blocks about what falls due."""

import datetime
from typing import Any

from django.utils.translation import gettext_lazy, ngettext

from accounts.models import User
from accounts.permissions import Permission
from reference.due import due_sources
from worklist.blocks.base import Tile, TodayBlock, address
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
        kinds = [source for source in due_sources if user.holds(source.permission)]
        overdue = sum(late for late, _coming in counts.values())
        tiles = [
            Tile(
                overdue,
                ngettext("date overdue", "dates overdue", overdue),
                address("due-list", "when=overdue"),
                tone="trouble" if overdue else "",
            )
        ]
        for source in kinds:
            late, coming = counts.get(source.kind, (0, 0))
            words = ngettext("%(number)d overdue", "%(number)d overdue", late)
            note = words % {"number": late} if late else ""
            query = f"kind={source.kind}&when={DAYS}"
            url = address("due-list", query)
            tiles.append(Tile(late + coming, str(source.title), url, note=note))
        return {
            "tiles": tiles,
            "lines": lines_of(rows[:LINES], user),
            "all_url": address("due-list", f"when={DAYS}"),
        }


dates = Dates()
