"""What the funder's table of February 2019 withholds, held against how it was made once.

The counts are those of the demonstration's world; everybody in it is invented.
"""

import csv
import datetime
import sys
from collections import Counter
from pathlib import Path

from reporting.choices import Indicator
from reporting.rules.differencing import DatedTable, exposes, withhold_for_readers
from reporting.rules.funder_rows import COLUMNS, Block, is_impossible
from reporting.rules.suppression import TOTAL
from tests.reporting.old_way import withheld_one_after_the_other

K = 5


def blocks() -> list[Block]:
    with Path(__file__).with_name("february_2019.csv").open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    counts: dict[str, Counter[tuple[str, str, str]]] = {"I02": Counter(), "I03": Counter()}
    for row in rows:
        key = (row["place"], row["population"], row["sex_age"])
        counts[row["indicator"]][key] = int(row["people"])
    return [Block(Indicator(code), counted, {}) for code, counted in counts.items()]


def test_february_loses_fewer_numbers_than_before_and_none_where_nobody_can_be(capsys):
    before, after, small, false, impossible = 0, 0, 0, 0, 0
    for block in blocks():
        table = told(block, K).table
        cells = {key: n for key, n in table.counts.items() if TOTAL not in key}
        once = withheld_one_after_the_other(cells, rows=table.rows, columns=COLUMNS, k=K)
        before, after = before + len(once), after + len(table.hidden)
        small += sum(0 < count < K for count in table.counts.values())
        false += sum(not 0 < table.counts[key] < K for key in once)
        impossible += sum(TOTAL not in key and is_impossible(*key) for key in once)
        for key in table.hidden:
            assert not (table.counts[key] == 0 and TOTAL not in key and is_impossible(*key))
    with capsys.disabled():
        sys.stdout.write(
            f"\nFebruary 2019, partner: {small} small; withheld before {before}, of these printed falsely as "
            f"small {false} and where nobody can be {impossible}; withheld now {after}"
        )
    assert (small, before, after) == (56, 65, 64)


def told(block: Block, k: int, *earlier: DatedTable) -> DatedTable:
    """The block as it is made for somebody who has these of it, too."""
    first, end = datetime.date(2019, 2, 1), datetime.date(2019, 3, 1)
    made = DatedTable(block.indicator, first, end, True, block.table(k))
    withhold_for_readers(made, [(k, ()), (K, earlier)], impossible=is_impossible)
    return made


def test_february_can_be_made_again_and_for_the_public_beside_a_partners():
    for block in blocks():
        partner = told(block, K)
        again = told(block, K, partner)
        assert (again.table.hidden, again.table.small) == (
            partner.table.hidden,
            partner.table.small,
        )
        public = told(block, 10, partner, again)
        assert not exposes([partner, again, public], k=K)
