import datetime

import pytest

from tests.cast import Cast
from tests.worklist.conftest import TODAY, open_case
from worklist.due.rows import DueRows, due

pytestmark = pytest.mark.usefixtures("opened_and_counted")


def kinds_and_ids(rows: DueRows) -> list[tuple[str, str]]:
    return [(row.kind, row.about_id) for row in rows]


def test_each_user_sees_the_dates_of_their_own_cases_and_offices(cast: Cast) -> None:
    bridge, terminal, river = (open_case(team) for team in (cast.norte, cast.sur, cast.rio))
    assert kinds_and_ids(due(cast.ana, today=TODAY)) == [("case_opened", str(bridge.pk))]
    assert kinds_and_ids(due(cast.bruno, today=TODAY)) == [("case_opened", str(terminal.pk))]
    assert set(kinds_and_ids(due(cast.sonia, today=TODAY))) == {
        ("case_opened", str(bridge.pk)),
        ("case_opened", str(terminal.pk)),
        ("office_counts", str(cast.cucuta.pk)),
    }
    assert set(kinds_and_ids(due(cast.mara, today=TODAY))) == {
        ("case_opened", str(river.pk)),
        ("office_counts", str(cast.arauca.pk)),
    }
    assert kinds_and_ids(due(cast.adela, today=TODAY)) == [
        ("office_counts", str(cast.cucuta.pk)),
    ]
    assert kinds_and_ids(due(cast.aurelio, today=TODAY)) == []


def test_dates_of_a_restricted_case_are_hidden(cast: Cast) -> None:
    case = open_case(cast.norte)
    case.is_restricted = True
    case.save()
    assert kinds_and_ids(due(cast.ana, today=TODAY)) == []


def test_days_and_kinds_narrow_the_rows(cast: Cast) -> None:
    day = datetime.timedelta(days=1)
    late, now, soon = (open_case(cast.norte, TODAY + day * n) for n in (-3, 0, 9))
    found = {
        "all": due(cast.ana, today=TODAY),
        "until": due(cast.ana, today=TODAY, until=TODAY),
        "since": due(cast.ana, today=TODAY, since=TODAY),
        "kind": due(cast.sonia, today=TODAY, kinds=["office_counts"]),
    }
    assert {name: [row.about_id for row in rows] for name, rows in found.items()} == {
        "all": [str(late.pk), str(now.pk), str(soon.pk)],
        "until": [str(late.pk), str(now.pk)],
        "since": [str(now.pk), str(soon.pk)],
        "kind": [str(cast.cucuta.pk)],
    }


def test_slices_and_counts_agree_with_the_whole(cast: Cast) -> None:
    day = datetime.timedelta(days=1)
    cases = [open_case(cast.norte, TODAY + day * n) for n in range(-3, 4)]
    rows = due(cast.ana, today=TODAY)
    assert rows.count() == 7
    assert [row.about_id for row in rows[2:4]] == [str(case.pk) for case in cases[2:4]]
    assert rows.counts(TODAY) == {"case_opened": (3, 4)}
