"""What comes first: harm before counts, one line for each family, every kind before the second of a worse one."""

import datetime
import uuid

from worklist.today.ranking import HARMS, MOST_LINES, RANK, UrgentItem, ranked

DAY = datetime.date(2026, 11, 22)
AGO = datetime.timedelta(days=1)


def urgent(harm: str, days_ago: int = 0, case: uuid.UUID | None = None) -> UrgentItem:
    return UrgentItem(harm, DAY - days_ago * AGO, case or uuid.uuid4())


def harms(found: list) -> list[str]:
    return [group.leading.harm for group in found]


def test_every_kind_of_harm_stands_once_and_says_why():
    assert len(RANK) == len(HARMS)
    assert all(len(harm.reason) > 20 for harm in HARMS)
    order = [harm.slug for harm in HARMS]
    assert order.index("child_alone") < order.index("no_bed") < order.index("term")
    assert order.index("term") < order.index("permit") < order.index("aid") < order.index("task")


def test_worse_harm_comes_first_however_late_the_lesser_is():
    rows = [urgent("task", 40), urgent("permit", 9), urgent("child_alone"), urgent("no_bed")]
    assert harms(ranked(rows)) == ["child_alone", "no_bed", "permit", "task"]


def test_of_one_kind_the_earliest_comes_first():
    rows = [urgent("term", days) for days in (-3, 5, 1)]
    assert [group.leading.on for group in ranked(rows)] == [DAY - n * AGO for n in (5, 1, -3)]


def test_lines_about_one_family_are_one_with_the_worst_first():
    case = uuid.uuid4()
    rows = [urgent("task", 9, case), urgent("no_bed", 0, case), urgent("permit", 2, case)]
    [group] = ranked([*rows])
    assert (group.leading.harm, group.others) == ("no_bed", 2)


def test_every_kind_has_a_line_before_a_worse_one_has_its_second():
    rows = [urgent("child_alone", n) for n in range(9)] + [urgent("permit"), urgent("task")]
    found = ranked(rows)
    assert len(found) == MOST_LINES
    assert harms(found) == ["child_alone"] * 5 + ["permit", "task"]
    assert [group.is_cut for group in found] == [False] * 4 + [True] + [False] * 2


def test_a_late_promise_is_not_hidden_by_something_worse_that_has_no_room():
    case = uuid.uuid4()
    crowd = [urgent("no_bed", n) for n in range(9)]
    rows = [*crowd, urgent("permit", 9), urgent("permit", 1, case), urgent("task", 13, case)]
    found = ranked([*rows, urgent("task", 2)])
    assert harms(found) == ["no_bed"] * 5 + ["permit", "task"]
    assert (found[-1].leading.case_id, found[-1].others, found[-1].is_cut) == (case, 1, True)
    # Where there is room, a family leads with the worst about it, and the promise to another has its line.
    found = ranked([*rows[9:], urgent("task", 2)])
    assert harms(found) == ["permit", "permit", "task"]
    assert [group.others for group in found] == [0, 1, 0]


def test_what_is_overdue_and_own_comes_first_of_its_kind():
    case = uuid.uuid4()
    own = UrgentItem("permit", DAY - AGO, case, is_own=True)
    found = ranked([urgent("permit", 9), own, urgent("term", 3)])
    assert [group.leading.harm for group in found] == ["term", "permit", "permit"]
    assert found[1].leading == own


def test_at_most_seven_lines_the_worst_of_them():
    rows = [urgent(harm.slug) for harm in HARMS for _ in range(2)]
    assert harms(ranked(rows)) == [harm.slug for harm in HARMS][:MOST_LINES]


def test_what_is_about_no_family_is_told_apart():
    rows = [
        UrgentItem("aid", DAY, about="a"),
        UrgentItem("aid", DAY, about="b"),
        UrgentItem("aid", DAY, about="a"),
    ]
    assert [(group.leading.about, group.others) for group in ranked(rows)] == [("a", 1), ("b", 0)]
