"""Former members by rank band and force: exact for staff, protected for exports."""

from collections import Counter
from typing import Any, NamedTuple

from django.db.models import Count

from casework.service.models import ServiceRecord
from reference.choices import RankBand
from reference.models import Force
from reporting.rules.suppression import TOTAL, ProtectedTable, Shown, protect

# The column of people with an unknown force.
NO_FORCE = ""


class RankRow(NamedTuple):
    """One band, or the total: a count for each force and their sum, or the mark of a withheld number."""

    label: str
    counts: list[Shown]


def by_rank_band(people: Any, *, k: int = 1) -> tuple[ProtectedTable, dict[str, str]]:
    """The table with rank bands as rows and forces as columns, and the names of the forces by code.

    Each person counts once, by their latest record. `k` is the smallest number that may be shown; 1 withholds nothing.
    """
    records = ServiceRecord.objects.filter(individual__in=people).last_of_each()
    counted: Counter[tuple[str, str]] = Counter()
    for band, force, number in (
        records.order_by().values_list("rank_band", "force").annotate(number=Count("pk"))
    ):
        counted[band, force or NO_FORCE] += number
    present = {force for _band, force in counted}
    names = {force.code: str(force) for force in Force.objects.filter(code__in=present)}
    columns = [*names, *([NO_FORCE] if NO_FORCE in present else [])]
    return protect(counted, rows=list(RankBand.values), columns=columns, k=k), names


def table_rows(table: ProtectedTable) -> list[RankRow]:
    """The table as rows for a page, the total last; the label of the total is empty."""
    return [
        RankRow(
            "" if row == TOTAL else str(RankBand(row).label),
            [table.shown(row, column) for column in (*table.columns, TOTAL)],
        )
        for row in (*table.rows, TOTAL)
    ]
