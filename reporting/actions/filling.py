"""Fills a funder's table: counts, protects small numbers, and writes the files."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import override

from accounts.audit import save_and_record
from pages.dates import short_date
from pages.sheets import as_csv
from reporting.actions.earlier import counts_as_bytes, counts_of, readers_with_blocks, released_of
from reporting.choices import TableStatus
from reporting.figures.funder_blocks import arrivals_block, sheltered_block
from reporting.models import FunderTable
from reporting.rules.differencing import DatedTable, withhold_for_readers
from reporting.rules.funder_rows import Period, is_impossible, published_rows
from reporting.writing import (
    Cells,
    FileHeader,
    Legend,
    all_rows,
    as_xlsx,
    file_legend,
    fingerprint,
    rows_of_csv,
)
from vault.files import open_file, random_file_name, store_file

STEPS = 4
ONE_NIGHT = datetime.timedelta(days=1)


def fill(table: FunderTable) -> None:
    """Counts the table, protects small numbers, and stores the files and the counts. Saves the row."""
    cut_off = timezone.now()
    rows, blocks = _protected_blocks(
        table, Period(table.starts_on, table.last_day, table.in_office_time(cut_off))
    )
    _advance(table)
    counts = counts_as_bytes(blocks)
    store_file(counts, key_id=table.key_id, row_id=table.pk, name=table.counts_name)
    table.status, table.made_at = TableStatus.READY, cut_off
    _write(table, rows, blocks, cut_off)
    table.steps_done = table.steps_total
    with transaction.atomic():
        save_and_record(table, verb="table.made", by=table.prepared_by)


def mark_files_released(table: FunderTable) -> list[str]:
    """Rewrites the files so that they say that the table is released; returns the names of the old files.

    The numbers come from the old files, which are kept until the release is committed.
    """
    old_names = [table.csv_name, table.xlsx_name]
    with open_file(table.csv_name, key_id=table.key_id, row_id=table.pk) as stream:
        rows = rows_of_csv(stream.read())
    table.csv_name, table.xlsx_name = random_file_name(), random_file_name()
    with override(table.prepared_by.language):
        _write(table, rows, counts_of(table), table.made_at or timezone.now())
    return old_names


def _write(
    table: FunderTable, rows: list[Cells], blocks: list[DatedTable], cut_off: datetime.datetime
) -> None:
    """Writes both files, and stores their names and sizes in the row."""
    marks = file_legend(table.smallest_count)
    file_header = _file_header(table)
    about = {**dict(file_header.lines()), **_manifest(table, blocks, marks, cut_off)}
    cells = all_rows(rows, file_header, marks)
    csv_bytes = as_csv(cells)
    xlsx_bytes = as_xlsx(cells, about=list(about.items()))
    store_file(csv_bytes, key_id=table.key_id, row_id=table.pk, name=table.csv_name)
    store_file(xlsx_bytes, key_id=table.key_id, row_id=table.pk, name=table.xlsx_name)
    table.manifest = {
        **about,
        "CSV SHA-256": fingerprint(csv_bytes),
        "XLSX SHA-256": fingerprint(xlsx_bytes),
    }


def _file_header(table: FunderTable) -> FileHeader:
    """The header of both files. It does not name the colleague who released the table."""
    if table.released_at:
        day = short_date(table.office_day(table.released_at))
        state = _("Released on %(day)s") % {"day": day}
    else:
        state = _("Not released: it must not be passed on")
    return FileHeader(
        office=table.office.name,
        audience=str(table.get_audience_display()),
        funder=str(table.funder.name_in_exports) if table.funder else "",
        state=state,
    )


def _protected_blocks(table: FunderTable, period: Period) -> tuple[list[Cells], list[DatedTable]]:
    offices, readers = {table.office_id}, readers_with_blocks(table.audience, released_of(table))
    night = table.last_day
    rows: list[Cells] = []
    blocks: list[DatedTable] = []
    for block, first, end in (
        (arrivals_block(offices, table.starts_on, table.ends_on), table.starts_on, table.ends_on),
        (sheltered_block(offices, night), night, night + ONE_NIGHT),
    ):
        indicator, counted = block.indicator, block.table(table.smallest_count)
        blocks.append(DatedTable(indicator.value, first, end, indicator.adds_up, counted))
        withhold_for_readers(blocks[-1], readers, impossible=is_impossible)
        rows += published_rows(block, counted, period=period)
        _advance(table)
    return rows, blocks


def _advance(table: FunderTable) -> None:
    """Stores the progress, which is shown while the table is made."""
    table.steps_done += 1
    table.save(update_fields=["steps_done"])


def _in_words(moment: datetime.datetime) -> str:
    """The moment in words, with the offset from UTC."""
    return f"{short_date(moment)} {moment:%H:%M} (UTC{moment.isoformat()[-6:]})"


def _manifest(
    table: FunderTable, blocks: list[DatedTable], marks: Legend, cut_off: datetime.datetime
) -> dict[str, str]:
    """Facts about the table for its readers, by label, in the active language."""
    small_numbers = _(
        "Counts from 1 to %(most)d are withheld, and further counts from which they could be worked out. "
        "Their cells are empty; the mark stands to their right."
    )
    hidden = sum(len(block.table.hidden) for block in blocks)
    return {
        _("Period"): f"{short_date(table.starts_on)} – {short_date(table.last_day)}",
        _("Counted at"): _in_words(table.in_office_time(cut_off)),
        _("Age bands"): _("of UNHCR: 0–4, 5–11, 12–17, 18–59, 60+"),
        _("Small numbers"): small_numbers % {"most": table.smallest_count - 1},
        **{_("The mark “%(mark)s”") % {"mark": mark}: words for mark, words in marks[:2]},
        _("Withheld cells"): str(hidden),
        _("Double counting"): _(
            "Each person counts once per indicator and period. Rows marked “total” are sums of the others."
        ),
    }
