"""The released tables that readers of a table have, and whether these reveal a number together with it."""

import json
from collections.abc import Iterator

from django.db.models import QuerySet

from reporting.choices import SMALLEST_COUNT, Audience
from reporting.models import FunderTable
from reporting.rules.differencing import HeldBlock, clashing_release
from reporting.rules.funder_rows import is_impossible
from vault.files import open_file

Held = list[tuple[FunderTable, list[HeldBlock]]]


def counts_as_bytes(blocks: list[HeldBlock]) -> bytes:
    """The exact counts of a table with its marks, for the internal file."""
    return json.dumps([block.as_json() for block in blocks]).encode()


def counts_of(table: FunderTable) -> list[HeldBlock]:
    """The exact counts behind a finished table."""
    with open_file(table.counts_name, key_id=table.key_id, row_id=table.pk) as stream:
        return [HeldBlock.from_json(each) for each in json.loads(stream.read())]


def released_of(table: FunderTable) -> Held:
    """Released tables of the same office, newest first, with their counts."""
    rows: QuerySet[FunderTable] = FunderTable.objects.filter(
        office=table.office_id, released_at__isnull=False
    ).exclude(pk=table.pk)
    return [(each, counts_of(each)) for each in rows.order_by("-released_at")]


def readers_of(audience: str) -> Iterator[str]:
    """The kinds of readers of a release. Partners also read public tables."""
    yield Audience.PARTNER
    if audience == Audience.PUBLIC:
        yield Audience.PUBLIC


def held_by(reader: str, released: Held) -> Held:
    """The released tables that such a reader has."""
    return [
        (table, blocks)
        for table, blocks in released
        if reader == Audience.PARTNER or table.audience == Audience.PUBLIC
    ]


def readers_with_blocks(audience: str, released: Held) -> list[tuple[int, list[HeldBlock]]]:
    """For each kind of reader of such a table, the smallest number they may see and the blocks they have."""
    return [
        (
            SMALLEST_COUNT[reader],
            [each for _table, blocks in held_by(reader, released) for each in blocks],
        )
        for reader in readers_of(audience)
    ]


def clashing_table(table: FunderTable) -> FunderTable | None:
    """The released table that, together with this one, would reveal a small number; None if there is none."""
    released, blocks = released_of(table), counts_of(table)
    for reader in readers_of(table.audience):
        held = held_by(reader, released)
        release = clashing_release(blocks, held, k=SMALLEST_COUNT[reader], impossible=is_impossible)
        if release is not None:
            return release
    return None
