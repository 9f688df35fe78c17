"""Funder tables: prepared by one person, made in the background, released by another."""

import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.access import lock_for, require
from accounts.audit import changed, entered
from accounts.models import Office, User
from accounts.permissions import Permission
from aid.rules.gaps import month_after
from pages.refusals import ActionRefused
from partners.models import Organisation
from reporting.actions.making import make_once
from reporting.choices import TableStatus
from reporting.figures.funder_blocks import arrivals_block, sheltered_block
from reporting.models import FunderTable
from reporting.rules.funder_rows import Period, PublishedRow, published_rows
from reporting.writing import all_rows, as_csv, as_xlsx, fingerprint
from vault.files import store_file
from vault.keys import issue_key

STEPS = 4


class TableNotReleasable(ActionRefused):
    """The table is not made yet, or whoever prepared it tries to release it."""


@transaction.atomic
def prepare_table(
    *,
    office: Office,
    month: datetime.date,
    audience: str,
    by: User,
    funder: Organisation | None = None,
) -> FunderTable:
    """Queues the table of the calendar month that holds `month`. Refuses months that have not begun."""
    require(by, Permission.REPORT_PREPARE)
    if office.pk not in by.office_ids(Permission.REPORT_PREPARE):
        raise ActionRefused(_("You prepare tables for your own office only."), field="office")
    starts_on = month.replace(day=1)
    if starts_on > office.today():
        raise ActionRefused(_("This month has not begun."), field="month")
    table = FunderTable(
        key_id=issue_key(),
        office=office,
        funder=funder,
        audience=audience,
        starts_on=starts_on,
        ends_on=month_after(starts_on, 1),
        steps_total=STEPS,
        prepared_by=by,
    )
    return entered(table, "table.prepared", by=by, details={"month": starts_on.isoformat()})


def make_table(table_id: Any) -> FunderTable | None:
    """Makes one queued table. Safe to call twice: whoever comes second finds nothing queued.

    A failure is marked on the row, and the exception goes on to the worker's log. Whoever lost the
    permission to prepare since then gets no table.
    """
    tables = FunderTable.objects.select_related("office", "prepared_by", "funder")
    return make_once(tables, table_id, Permission.REPORT_PREPARE, _fill)


def _fill(table: FunderTable) -> None:
    cut_off = timezone.now()
    rows = _rows(table, Period(table.starts_on, table.last_day, cut_off))
    about = _manifest(table, rows, cut_off)
    cells = all_rows(rows)
    csv_bytes = as_csv(cells)
    xlsx_bytes = as_xlsx(cells, about=list(about.items()))
    _advance(table)
    store_file(csv_bytes, key_id=table.key_id, row_id=table.pk, name=table.csv_name)
    store_file(xlsx_bytes, key_id=table.key_id, row_id=table.pk, name=table.xlsx_name)
    table.manifest = {
        **about,
        "CSV SHA-256": fingerprint(csv_bytes),
        "XLSX SHA-256": fingerprint(xlsx_bytes),
    }
    table.status, table.made_at = TableStatus.READY, cut_off
    table.steps_done = table.steps_total
    with transaction.atomic():
        changed(table, verb="table.made", by=table.prepared_by)


def _rows(table: FunderTable, period: Period) -> list[PublishedRow]:
    offices = {table.office_id}
    k = table.smallest_count
    arrivals = arrivals_block(offices, table.starts_on, table.ends_on)
    rows = list(published_rows(arrivals, period=period, k=k))
    _advance(table)
    night = min(table.last_day, table.office.today())
    rows += published_rows(sheltered_block(offices, night), period=period, k=k)
    _advance(table)
    return rows


def _advance(table: FunderTable) -> None:
    """Progress that readers see while the work goes on."""
    table.steps_done += 1
    table.save(update_fields=["steps_done"])


def _manifest(
    table: FunderTable, rows: list[PublishedRow], cut_off: datetime.datetime
) -> dict[str, str]:
    """What a reader of the table must know, in the language of whoever prepared it."""
    small_numbers = _(
        "Counts from 1 to %(most)d are withheld, and further counts from which they could be worked out."
    )
    funder = {_("Funder"): str(table.funder.name_outside)} if table.funder else {}
    return {
        _("Office"): table.office.name,
        **funder,
        _("Period"): f"{table.starts_on:%Y-%m-%d} / {table.last_day:%Y-%m-%d}",
        _("Counted at"): cut_off.isoformat(timespec="minutes"),
        _("Audience"): str(table.get_audience_display()),
        _("Age bands"): "UNHCR: 0-4, 5-11, 12-17, 18-59, 60+",
        _("Small numbers"): small_numbers % {"most": table.smallest_count - 1},
        _("Withheld cells"): str(sum(row.withheld for row in rows)),
        _("Double counting"): _("Each person counts once per indicator and period."),
    }


@transaction.atomic
def release_table(table: FunderTable, *, by: User) -> FunderTable:
    """Lets readers have the table. Raises TableNotReleasable unless it is ready and somebody else prepared it."""
    table = lock_for(table, Permission.REPORT_RELEASE, by=by)
    if table.status != TableStatus.READY:
        raise TableNotReleasable(_("The table is not ready yet."))
    if table.prepared_by_id == by.pk:
        raise TableNotReleasable(_("Somebody other than who prepared it must release it."))
    if table.released_at is None:
        table.released_by, table.released_at = by, timezone.now()
        changed(table, "released_by", "released_at", verb="table.released", by=by)
    return table
