"""Funder tables: prepared by one person, made in the background, released by another."""

import datetime
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import add_and_record, save_and_record
from accounts.models import Office, User
from accounts.permissions import Permission
from aid.rules.gaps import month_after
from pages.dates import short_date
from pages.refusals import ActionRefused
from partners.models import Organisation
from reporting.actions.earlier import clashing_table
from reporting.actions.filling import STEPS, fill, mark_files_released
from reporting.actions.making import make_once
from reporting.choices import TableStatus
from reporting.models import FunderTable
from vault.files import remove_file
from vault.keys import issue_key

MOST_MONTHS = 12
WRITTEN_BY_RELEASE = ("released_by", "released_at", "csv_name", "xlsx_name", "manifest")


class TableNotReleasable(ActionRefused):
    """The table is not made, its period is not over, or it would reveal what another withholds."""


@transaction.atomic
def prepare_table(
    *,
    office: Office,
    month: datetime.date,
    audience: str,
    by: User,
    months: int = 1,
    funder: Organisation | None = None,
) -> FunderTable:
    """Queues the table of `months` calendar months from the month that contains `month`. Raises ActionRefused."""
    require(by, Permission.REPORT_PREPARE)
    if office.pk not in by.office_ids(Permission.REPORT_PREPARE):
        raise ActionRefused(_("You prepare tables for your own office only."), field="office")
    if not 1 <= months <= MOST_MONTHS:
        raise ActionRefused(_("A table is of one month or of up to twelve."), field="months")
    starts_on = month.replace(day=1)
    ends_on = month_after(starts_on, months)
    if ends_on > office.today():
        raise ActionRefused(
            refusal_while_running(ends_on), field="month" if months == 1 else "months"
        )
    table = FunderTable(
        key_id=issue_key(),
        office=office,
        funder=funder,
        audience=audience,
        starts_on=starts_on,
        ends_on=ends_on,
        steps_total=STEPS,
        prepared_by=by,
    )
    details = {"month": starts_on.isoformat(), "months": months}
    return add_and_record(table, "table.prepared", by=by, details=details)


def refusal_while_running(ends_on: datetime.date) -> str:
    """The refusal for a period that is not over, with the day from which its table can be made."""
    return _("This period is not over: its table can be made from %(day)s on.") % {
        "day": short_date(ends_on)
    }


def make_table(table_id: Any) -> FunderTable | None:
    """Makes one queued table. Returns None if it is not queued.

    A failure is stored on the row and raised: NotAllowed if the user who prepared it has lost the permission.
    """
    tables = FunderTable.objects.select_related("office", "prepared_by", "funder")
    return make_once(tables, table_id, Permission.REPORT_PREPARE, fill)


@transaction.atomic
def release_table(table: FunderTable, *, by: User) -> FunderTable:
    """Releases the table to its readers.

    `by` must be allowed to read it. Raises TableNotReleasable unless it is ready, somebody else prepared it, its files exist,
    its period was over when it was made, and neither it nor a released table reveals what the other withholds. Rewrites the
    files to say that they are released. Queues unreleased tables that share days with it again: they must now withhold
    more.
    """
    table = lock_for(table, Permission.REPORT_RELEASE, by=by)
    require(by, Permission.REPORT_RELEASED_READ, about=table)
    if table.status != TableStatus.READY:
        raise TableNotReleasable(_("The table is not ready yet."))
    if table.prepared_by_id == by.pk:
        raise TableNotReleasable(_("Somebody other than who prepared it must release it."))
    if table.released_at is not None:
        return table
    # One release of an office at a time: each is checked against the earlier ones.
    Office.objects.select_for_update().get(pk=table.office_id)
    if table.was_made_too_early:
        raise TableNotReleasable(
            _(
                "This table was made before its period was over. Prepare it again: some are missing in it."
            )
        )
    if table.is_expired_at(timezone.now()):
        raise TableNotReleasable(_("The files have expired. Prepare the table again to get them."))
    if other := clashing_table(table):
        raise TableNotReleasable(_clash_in_words(other))
    table.released_by, table.released_at = by, timezone.now()
    old_names = mark_files_released(table)
    transaction.on_commit(partial(_remove, old_names))
    FunderTable.objects.unreleased_overlapping(table).exclude(pk=table.pk).update(
        status=TableStatus.QUEUED
    )
    return save_and_record(table, *WRITTEN_BY_RELEASE, verb="table.released", by=by)


def _remove(names: list[str]) -> None:
    for name in names:
        remove_file(name)


def _clash_in_words(other: FunderTable) -> str:
    released_on = other.office_day(other.released_at) if other.released_at else other.ends_on
    return _(
        "Whoever also has the table of %(months)s for “%(audience)s”, released on %(day)s, could work out a "
        "number that is withheld. Prepare this table again: it then withholds what it must beside that one."
    ) % {
        "months": other.months_in_words,
        "audience": other.get_audience_display(),
        "day": short_date(released_on),
    }
