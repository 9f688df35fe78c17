"""Who is told that aid ends: those who answer for it, not everybody who sees it."""

import datetime
import zoneinfo
from typing import Any

from django.db.models import Min

from accounts.models import User
from accounts.permissions import Permission
from reference.calendar import calendar_of
from reference.rules import add_business_days
from worklist.due.acts import RowAccess
from worklist.due.assignees import assignees_of
from worklist.due.rows import Due
from worklist.notices.models import Notice
from worklist.notices.withdrawing import LOOKED_AT_FOR
from worklist.sources.lookups import ends_aid, source_of

# Working days that an assignee has to act before others are told.
PATIENCE = 2


def told_to(rows: list[Due], user: User, today: datetime.date) -> list[Due]:
    """The rows among these of which the user is told, in the same order. Rows that end no aid stay.

    The end of aid of a family goes to the assignee of the row. Without one, or if the date is still open PATIENCE working
    days after the assignee was told, it goes to those who are responsible for the office.
    The end of what a site or a payer gives goes to the staff of the site, and to those who see agreements.
    """
    ends = [row for row in rows if ends_aid(row.kind)]
    if not ends:
        return rows
    access = RowAccess(user, (), ends)
    assignees = [each and each[0] for each in assignees_of(ends, today)]
    late = _told_too_long_ago(ends, assignees, user, today)
    answers = {
        id(row): _key(row, assignee) in late or _answers_for(row, user, assignee, access)
        for row, assignee in zip(ends, assignees, strict=True)
    }
    return [row for row in rows if answers.get(id(row), True)]


def _key(row: Due, assignee: object) -> tuple[object, ...]:
    return assignee, row.kind, row.about_id, row.on


def _told_too_long_ago(
    rows: list[Due], assignees: list[Any], user: User, today: datetime.date
) -> set[tuple[object, ...]]:
    """The dates of which somebody else was told long enough ago, if the user is responsible for an office."""
    keys = {_key(row, assignee) for row, assignee in zip(rows, assignees, strict=True) if assignee}
    if not keys or user.office is None or not user.holds(Permission.CASE_MOVE):
        return set()
    told = Notice.objects.standing().filter(
        user__in={each[0] for each in keys}, about_id__in={each[2] for each in keys}
    )
    first = told.order_by().values_list("user", "kind", "about_id", "due_on")
    zone, country = zoneinfo.ZoneInfo(user.office.time_zone), user.office.country
    closed = calendar_of(country, since=today - LOOKED_AT_FOR).holidays
    return {
        tuple(key)
        for *key, at in first.annotate(at=Min("created_at"))
        if tuple(key) in keys
        and add_business_days(at.astimezone(zone).date(), PATIENCE, closed) <= today
    }


def _answers_for(row: Due, user: User, assignee: object, access: RowAccess) -> bool:
    if row.case_id:
        return assignee == user.pk if assignee else user.holds(Permission.CASE_MOVE)
    source = source_of(row.kind)
    return user.holds(Permission.AGREEMENT_READ) and bool(
        source and access.allows(source.permission, None, row)
    )
