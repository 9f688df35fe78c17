"""What readers of a table hold already: tables that were released, and what follows from them."""

import datetime
import json
from collections.abc import Iterator, Mapping

from django.db.models import QuerySet

from reporting.choices import SMALLEST_COUNT, Audience
from reporting.models import FunderTable
from reporting.rules.differencing import Told, clashing
from reporting.rules.reader import Key
from reporting.rules.suppression import Before
from vault.files import open_file

Held = list[tuple[FunderTable, list[Told]]]


def counts_as_bytes(blocks: list[Told]) -> bytes:
    """The exact counts of a table with its marks, for the file that stays inside."""
    return json.dumps([block.as_json() for block in blocks]).encode()


def counts_of(table: FunderTable) -> list[Told]:
    """The exact counts behind a table that was made."""
    with open_file(table.counts_name, key_id=table.key_id, row_id=table.pk) as kept:
        return [Told.from_json(each) for each in json.loads(kept.read())]


def released_of(table: FunderTable) -> Held:
    """Tables of the same office that were released, newest first, with their counts."""
    rows: QuerySet[FunderTable] = FunderTable.objects.filter(
        office=table.office_id, released_at__isnull=False
    ).exclude(pk=table.pk)
    return [(each, counts_of(each)) for each in rows.order_by("-released_at")]


def readers_of(audience: str) -> Iterator[str]:
    """Who reads what is released for an audience: partners read what is public, too."""
    yield Audience.PARTNER
    if audience == Audience.PUBLIC:
        yield Audience.PUBLIC


def held_by(reader: str, released: Held) -> Held:
    """What of it such a reader has."""
    return [
        (table, blocks)
        for table, blocks in released
        if reader == Audience.PARTNER or table.audience == Audience.PUBLIC
    ]


def clash(table: FunderTable) -> FunderTable | None:
    """The released table beside which this one would give a small number away, if there is one."""
    released, blocks = released_of(table), counts_of(table)
    for reader in readers_of(table.audience):
        found = clashing(blocks, held_by(reader, released), k=SMALLEST_COUNT[reader])
        if found is not None:
            return found
    return None


def before(
    counted: str,
    starts_on: datetime.date,
    ends_on: datetime.date,
    counts: Mapping[Key, int],
    *,
    audience: str,
    released: Held,
) -> Before:
    """What stays withheld because readers have a table in which it is, and what they were shown."""
    shown: set[Key] = set()
    silent: set[Key] = set()
    small: set[Key] = set()
    for table, blocks in released:
        for block in blocks:
            if (block.counted, block.starts_on, block.ends_on) != (counted, starts_on, ends_on):
                continue
            if audience in readers_of(table.audience):
                known = block.table.counts.items() - {
                    (key, block.table.counts[key]) for key in block.table.hidden
                }
                shown |= {key for key, count in known if counts.get(key, 0) == count}
            if table.audience in readers_of(audience):
                silent |= block.table.hidden - block.table.small
                small |= block.table.small
    return Before(frozenset(shown), frozenset(silent), frozenset(small))
