"""Who is told instead of a user who is away: the deputy, and the supervision of what the deputy may not see."""

import datetime
from collections.abc import Collection, Iterator

from accounts.models import StandIn, User
from accounts.permissions import Permission
from worklist.due.acts import RowAccess
from worklist.due.rows import Due, due
from worklist.notices.models import Notice
from worklist.sources.lookups import source_of
from worklist.sources.warning_days import Steps


class StandIns:
    """The deputies in force among the `staff`, which is everybody who may log in."""

    def __init__(self, staff: Collection[User], today: datetime.date, steps: Steps) -> None:
        self._staff = {user.pk: user for user in staff}
        self._steps = steps
        # At some offices it is the day before.
        self._rows = {
            row.user_id: row for row in StandIn.objects.ahead(today - datetime.timedelta(days=1))
        }

    def readers_instead(
        self, stand_in: StandIn, rows: list[Due], today: datetime.date
    ) -> Iterator[tuple[User, list[Due]]]:
        """Who is told of which of these rows, of which the user who is away is told."""
        old_news = _old_news(rows, stand_in)
        rows = [row for row in rows if (row.kind, row.about_id) not in old_news]
        deputy = self._staff.get(stand_in.deputy_id)
        if deputy and rows and self.of(deputy, today) is None:
            seen = self._seen(rows, deputy, today)
            yield deputy, seen
            rows = [row for row in rows if row not in seen]
        for each in self._staff.values() if rows else ():
            if each.holds(Permission.CASE_MOVE):
                yield each, self._seen(rows, each, today)

    def of(self, user: User, today: datetime.date) -> StandIn | None:
        """The deputy of the user on that day; None if the user is not away."""
        row: StandIn | None = self._rows.get(user.pk)
        return row if row and row.starts_on <= today < row.ends_on else None

    def _seen(self, rows: list[Due], reader: User, today: datetime.date) -> list[Due]:
        """The rows that the reader may see: their own, and those that concern the other alone and whose case they see."""
        kinds = {row.kind for row in rows}
        own = set(
            _subjects(due(reader, today=today, kinds=kinds, is_told=True, steps=self._steps)[:])
        )
        access = RowAccess(reader, (row.case_id for row in rows), rows)
        return [
            row
            for row, subject in zip(rows, _subjects(rows), strict=True)
            if subject in own or _concerns_one(row, access)
        ]


def _subjects(rows: list[Due]) -> list[tuple[object, ...]]:
    return [(row.kind, row.about_id, row.on) for row in rows]


def _concerns_one(row: Due, access: RowAccess) -> bool:
    source = source_of(row.kind)
    return bool(source and source.concerns and access.allows(source.permission, row.case_id, row))


def _old_news(rows: list[Due], stand_in: StandIn) -> set[tuple[str, str]]:
    """The kinds and keys of the news among these rows of which the user was told before they went away."""
    sources = filter(None, map(source_of, {row.kind for row in rows}))
    told = Notice.objects.filter(
        user=stand_in.user_id,
        kind__in=[each.kind for each in sources if each.is_told_at_once],
        created_at__date__lt=stand_in.starts_on,
    )
    return set(told.order_by().values_list("kind", "about_id"))
