"""Earlier releases: which released tables a reader has, and whether one reveals a number together with a new table."""

import json
from collections.abc import Iterator

from django.db.models import QuerySet

from reporting.choices import SMALLEST_COUNT, Audience
from reporting.models import FunderTable
from reporting.rules.differencing import DatedTable, clashing_release
from reporting.rules.funder_rows import is_impossible
from vault.files import open_file

# Released tables with their exact counts, one DatedTable for each indicator.
ReleasedTables = list[tuple[FunderTable, list[DatedTable]]]


def counts_as_bytes(blocks: list[DatedTable]) -> bytes:
    """The exact counts and the marks of a table as JSON, for its internal file."""
    return json.dumps([block.as_json() for block in blocks]).encode()


def counts_of(table: FunderTable) -> list[DatedTable]:
    """The exact counts and the marks of a finished table, read from its internal file."""
    with open_file(table.counts_name, key_id=table.key_id, row_id=table.pk) as stream:
        return [DatedTable.from_json(each) for each in json.loads(stream.read())]


def released_of(table: FunderTable) -> ReleasedTables:
    """Released tables of the same office, newest first, with their counts."""
    rows: QuerySet[FunderTable] = FunderTable.objects.filter(
        office=table.office_id, released_at__isnull=False
    ).exclude(pk=table.pk)
    return [(each, counts_of(each)) for each in rows.order_by("-released_at")]


def readers_of(audience: str) -> Iterator[str]:
    """The Audience values of everybody who reads a release for `audience`. Partners also read public tables."""
    yield Audience.PARTNER
    if audience == Audience.PUBLIC:
        yield Audience.PUBLIC


def tables_of_reader(reader: str, released: ReleasedTables) -> ReleasedTables:
    """Those of the released tables that readers of this Audience value have."""
    return [
        (table, blocks)
        for table, blocks in released
        if reader == Audience.PARTNER or table.audience == Audience.PUBLIC
    ]


def readers_with_blocks(
    audience: str, released: ReleasedTables
) -> list[tuple[int, list[DatedTable]]]:
    """For each kind of reader of a table for `audience`, the smallest number they may see and the tables they have."""
    return [
        (
            SMALLEST_COUNT[reader],
            [each for _table, blocks in tables_of_reader(reader, released) for each in blocks],
        )
        for reader in readers_of(audience)
    ]


def clashing_table(table: FunderTable) -> FunderTable | None:
    """The released table that, together with this one, would reveal a small number; None if there is none."""
    released, blocks = released_of(table), counts_of(table)
    for reader in readers_of(table.audience):
        held = tables_of_reader(reader, released)
        release = clashing_release(blocks, held, k=SMALLEST_COUNT[reader], impossible=is_impossible)
        if release is not None:
            return release
    return None
