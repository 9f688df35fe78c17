"""What a funder's table holds: its blocks, protected, and its files."""

import datetime

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.audit import changed
from pages.dates import short_date
from reporting.actions.earlier import Held, before, counts_as_bytes, released_of
from reporting.choices import TableStatus
from reporting.figures.funder_blocks import arrivals_block, sheltered_block
from reporting.models import FunderTable
from reporting.rules.differencing import Told
from reporting.rules.funder_rows import Block, Period, published_rows
from reporting.rules.reader import Unsolved
from reporting.rules.suppression import ProtectedTable
from reporting.writing import Cells, Legend, all_rows, as_csv, as_xlsx, file_legend, fingerprint
from vault.files import store_file

STEPS = 4
ONE_NIGHT = datetime.timedelta(days=1)


def fill(table: FunderTable) -> None:
    """Counts, protects, writes and seals."""
    cut_off = timezone.now()
    rows, told = _counted(table, Period(table.starts_on, table.last_day, cut_off))
    marks = file_legend(table.smallest_count)
    about = _manifest(table, told, marks, cut_off)
    cells = all_rows(rows, marks)
    csv_bytes = as_csv(cells)
    xlsx_bytes = as_xlsx(cells, about=list(about.items()))
    _advance(table)
    store_file(csv_bytes, key_id=table.key_id, row_id=table.pk, name=table.csv_name)
    store_file(xlsx_bytes, key_id=table.key_id, row_id=table.pk, name=table.xlsx_name)
    kept = counts_as_bytes(told)
    store_file(kept, key_id=table.key_id, row_id=table.pk, name=table.counts_name)
    table.manifest = {
        **about,
        "CSV SHA-256": fingerprint(csv_bytes),
        "XLSX SHA-256": fingerprint(xlsx_bytes),
    }
    table.status, table.made_at = TableStatus.READY, cut_off
    table.steps_done = table.steps_total
    with transaction.atomic():
        changed(table, verb="table.made", by=table.prepared_by)


def _counted(table: FunderTable, period: Period) -> tuple[list[Cells], list[Told]]:
    offices, released = {table.office_id}, released_of(table)
    night = table.last_day
    rows: list[Cells] = []
    told: list[Told] = []
    for block, first, end in (
        (arrivals_block(offices, table.starts_on, table.ends_on), table.starts_on, table.ends_on),
        (sheltered_block(offices, night), night, night + ONE_NIGHT),
    ):
        protected = _protected(table, block, first, end, released)
        adds_up = block.indicator.adds_up
        told.append(Told(block.indicator.value, first, end, adds_up, protected))
        rows += published_rows(block, protected, period=period)
        _advance(table)
    return rows, told


def _protected(
    table: FunderTable, block: Block, first: datetime.date, end: datetime.date, released: Held
) -> ProtectedTable:
    """Withheld as in what readers have of the same days, where that is possible."""
    k = table.smallest_count
    alone = block.protected(k)
    held = before(
        block.indicator.value,
        first,
        end,
        alone.counts,
        audience=table.audience,
        released=released,
    )
    try:
        return block.protected(k, held)
    except Unsolved:
        # It cannot stand beside them, and whoever releases it is told.
        return alone


def _advance(table: FunderTable) -> None:
    """Progress that readers see while the work goes on."""
    table.steps_done += 1
    table.save(update_fields=["steps_done"])


def _in_words(moment: datetime.datetime) -> str:
    """For readers in more than one time zone."""
    there = moment.astimezone(datetime.UTC)
    return f"{short_date(there)} {there:%H:%M} UTC"


def _manifest(
    table: FunderTable, told: list[Told], marks: Legend, cut_off: datetime.datetime
) -> dict[str, str]:
    """What a reader of the table must know, in the language of whoever prepared it."""
    small_numbers = _(
        "Counts from 1 to %(most)d are withheld, and further counts from which they could be worked out. "
        "Their cells are empty; the mark stands to their right."
    )
    funder = {_("Funder"): str(table.funder.name_outside)} if table.funder else {}
    hidden = sum(len(block.table.hidden) for block in told)
    return {
        _("Office"): table.office.name,
        **funder,
        _("Period"): f"{short_date(table.starts_on)} – {short_date(table.last_day)}",
        _("Counted at"): _in_words(cut_off),
        _("Audience"): str(table.get_audience_display()),
        _("Age bands"): _("of UNHCR: 0–4, 5–11, 12–17, 18–59, 60+"),
        _("Small numbers"): small_numbers % {"most": table.smallest_count - 1},
        **{_("The mark “%(mark)s”") % {"mark": mark}: words for mark, words in marks[:2]},
        _("Withheld cells"): str(hidden),
        _("Double counting"): _(
            "Each person counts once per indicator and period. Rows marked “total” are sums of the others."
        ),
    }
