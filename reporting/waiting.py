"""Funder tables on Today: waiting for release by a second person, being made, failed."""

import datetime
from typing import Any

from django.db.models.functions import TruncDate
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from accounts.due import Source, WaitingCount
from accounts.models import User
from accounts.permissions import Permission
from reporting.choices import TableStatus
from reporting.models import FunderTable

# For how long a released table is news.
NEWS_FOR = datetime.timedelta(days=3)


def _to_release(user: User) -> Any:
    tables = FunderTable.objects.visible_to(user, Permission.REPORT_RELEASE)
    return tables.to_release(user).values("pk")


def _in_status(status: str, user: User) -> Any:
    return FunderTable.objects.visible_to(user).filter(status=status).values("pk")


def _to_prepare(user: User) -> Any:
    """Offices that released tables before, and have none that reaches the end of last month."""
    month = user.today().replace(day=1)
    own_tables = FunderTable.objects.filter(office__in=user.office_ids(Permission.REPORT_PREPARE))
    up_to_date = own_tables.filter(ends_on__gte=month).exclude(status=TableStatus.FAILED)
    due = own_tables.filter(released_at__isnull=False).exclude(
        office__in=up_to_date.values("office")
    )
    return due.values("office").distinct().order_by()


tables_to_prepare = WaitingCount(
    slug="tables-to-prepare",
    permission=Permission.REPORT_PREPARE,
    rows=_to_prepare,
    words=lambda number: ngettext(
        "office without a table of last month", "offices without a table of last month", number
    ),
    page="report-prepare",
    asks=gettext_lazy("Prepare a table"),
    is_act=True,
)
tables_to_release = WaitingCount(
    slug="tables-to-release",
    permission=Permission.REPORT_RELEASE,
    rows=_to_release,
    words=lambda number: ngettext("table to release", "tables to release", number),
    page="report-list?waits=true",
    asks=gettext_lazy("Check and release"),
)
tables_running = WaitingCount(
    slug="tables-running",
    permission=Permission.REPORT_PREPARE,
    rows=lambda user: _in_status(TableStatus.RUNNING, user),
    words=lambda number: ngettext("table is being made", "tables are being made", number),
    page=f"report-list?status={TableStatus.RUNNING}",
)
tables_failed = WaitingCount(
    slug="tables-failed",
    permission=Permission.REPORT_PREPARE,
    rows=lambda user: _in_status(TableStatus.FAILED, user),
    words=lambda number: ngettext("table has failed", "tables have failed", number),
    page=f"report-list?status={TableStatus.FAILED}",
    is_trouble=True,
)


def _recently_released(today: datetime.date) -> Any:
    released = FunderTable.objects.filter(released_at__date__gte=today - NEWS_FOR)
    return released.annotate(released_on=TruncDate("released_at"))


tables_released = Source(
    kind="table_released",
    title=gettext_lazy("Tables of yours that were released"),
    permission=Permission.REPORT_PREPARE,
    about=FunderTable,
    date="released_on",
    office="office_id",
    rows_on=_recently_released,
    say=lambda table: _("Released: %(months)s") % {"months": table.months_in_words},
    concerns="prepared_by",
    by="released_by",
    is_news=True,
)
