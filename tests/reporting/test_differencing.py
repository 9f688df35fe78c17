"""Subtraction: what two tables together give away that neither gives away alone."""

import datetime

import pytest
from django.urls import reverse

from accounts.models import AuditEvent
from casework.register.choices import Category, Sex
from reporting.actions.earlier import counts_of
from reporting.actions.tables import make_table, prepare_table, release_table
from reporting.choices import Audience, TableStatus
from reporting.figures.funder_blocks import arrivals_block
from reporting.models import FunderTable
from reporting.rules.differencing import DatedTable, clashing_release, exposes, withhold_for_readers
from reporting.rules.funder_rows import is_impossible
from reporting.rules.suppression import TOTAL, ProtectedTable, protect
from tests.build import a_row, an_arrival, reference
from tests.cast import Cast, log_in
from tests.page import page_of
from tests.refusals import refused

pytestmark = pytest.mark.usefixtures("media")

D = datetime.date
THE_23RD = D(2019, 2, 23)
FEBRUARY, MARCH, APRIL, MAY = (D(2019, month, 1) for month in (2, 3, 4, 5))
K = 5


def protected(cells: list[list[int]]) -> ProtectedTable:
    rows = [f"r{n}" for n in range(len(cells))]
    columns = [f"c{n}" for n in range(len(cells[0]))]
    counts = {
        (row, column): cells[i][j] for i, row in enumerate(rows) for j, column in enumerate(columns)
    }
    return protect(counts, rows=rows, columns=columns, k=K)


def told(table: ProtectedTable, first: D = FEBRUARY, end: D = MARCH, **facts) -> DatedTable:
    return DatedTable(
        **{"counted": "I02", "adds_up": True, **facts}, starts_on=first, ends_on=end, table=table
    )


FEW = [[3, 20, 60], [30, 40, 50], [70, 80, 90]]


def hiding(cells: list[list[int]], *companions: tuple[str, str]) -> ProtectedTable:
    """The table with its first number and these withheld."""
    table = protected(cells)
    table.hidden = {("r0", "c0"), *companions}
    table.small = {("r0", "c0")}
    return table


ONE = hiding(FEW, ("r0", "c1"), ("r1", "c0"), ("r1", "c1"))
OTHER = hiding(FEW, ("r0", "c2"), ("r2", "c0"), ("r2", "c2"))


def test_the_same_table_with_other_companions_brings_the_small_number_back():
    """One shows 60 in its first line, the other 20; with the total of 83 that leaves 3."""
    assert not exposes([told(ONE)], k=K)
    assert not exposes([told(OTHER)], k=K)
    assert ONE.shown("r0", "c2") + OTHER.shown("r0", "c1") == ONE.shown("r0", TOTAL) - 3
    assert exposes([told(ONE), told(OTHER)], k=K)


def test_the_same_table_twice_gives_nothing_away():
    assert not exposes(
        [told(ONE), told(hiding(FEW, ("r0", "c1"), ("r1", "c0"), ("r1", "c1")))], k=K
    )


@pytest.mark.parametrize("people", range(1, K))
@pytest.mark.parametrize("is_more", [True, False])
def test_the_same_days_counted_again_with_few_more_or_fewer_tell_of_them(people, is_more):
    """Each shows all its numbers, for all are large; the difference is a number of people as well."""
    one = told(protected([[50, 60], [70, 80]]))
    other = told(protected([[50 + people, 60], [70, 80]]))
    pair = [one, other] if is_more else [other, one]
    assert not any(exposes([each], k=K) for each in pair)
    assert exposes(pair, k=K)


def test_a_longer_period_in_which_nobody_else_came_shows_what_the_shorter_one_withholds():
    """Nothing is left when the month is taken off: the reader may hold the one for the other."""
    assert not exposes([told(OTHER, FEBRUARY, MAY)], k=K)
    assert exposes([told(ONE, FEBRUARY, MARCH), told(OTHER, FEBRUARY, MAY)], k=K)


def test_other_days_other_figures_and_nights_give_nothing_away():
    first = told(ONE)
    assert not exposes([first, told(OTHER, MARCH, APRIL)], k=K)
    assert not exposes([first, told(OTHER, counted="I03")], k=K)
    night = {"counted": "I03", "adds_up": False}
    assert not exposes([told(ONE, D(2019, 2, 28), MARCH, **night), told(OTHER, **night)], k=K)
    assert exposes([told(ONE, **night), told(OTHER, **night)], k=K)


def test_a_longer_period_less_a_shorter_one_gives_a_small_number_away():
    """All of it is shown in both, and 23 less 20 is 3: the three of March."""
    short = told(protected([[20, 40], [30, 50]]))
    long = told(protected([[23, 60], [70, 90]]), FEBRUARY, APRIL)
    assert short.table.hidden == long.table.hidden == set()
    assert exposes([short, long], k=K)
    enough = told(protected([[40, 60], [70, 90]]), FEBRUARY, APRIL)
    assert not exposes([short, enough], k=K)


def test_a_quarter_less_two_of_its_months_gives_the_third_away():
    months = [
        told(protected([[20, 40], [30, 50]]), FEBRUARY, MARCH),
        told(protected([[30, 40], [30, 50]]), MARCH, APRIL),
    ]
    quarter = told(protected([[53, 140], [130, 150]]), FEBRUARY, MAY)
    assert not any(exposes([month, quarter], k=K) for month in months)
    assert exposes([*months, quarter], k=K)
    assert (
        clashing_release([quarter], [("March", [months[1]]), ("February", [months[0]])], k=K)
        == "March"
    )
    assert clashing_release([months[1]], [("quarter", [quarter])], k=K) is None
    held = [("quarter", [quarter]), ("February", [months[0]])]
    assert clashing_release([months[1]], held, k=K) == "quarter"


def beside(cells: list[list[int]], *held: DatedTable) -> DatedTable:
    """The table of these days as it is made for somebody who has others of them."""
    made = told(hiding(cells))
    withhold_for_readers(made, [(K, held)])
    return made


def test_a_table_made_again_withholds_the_same_and_a_mended_one_what_was_hardly_changed():
    first = told(ONE)
    again = beside(FEW, first)
    assert (again.table.hidden, again.table.small) == (ONE.hidden, ONE.small)
    assert not exposes([first, again], k=K)
    one_more = beside([FEW[0], FEW[1], [70, 80, 91]], first)
    assert {("r2", "c2"), ("r2", TOTAL), (TOTAL, "c2"), (TOTAL, TOTAL)} <= one_more.table.hidden
    assert not exposes([first, one_more], k=K)
    many_more = beside([FEW[0], FEW[1], [70, 80, 99]], first)
    assert many_more.table.shown("r2", "c2") == 99


def test_marks_that_change_places_say_more_than_either_table():
    """One says of the first of two numbers that it is small, one of the second; their sum of 4 leaves too little."""
    cells = [[1, 3, 60], [70, 80, 90], [70, 80, 90]]
    pair = [("r0", "c0"), ("r0", "c1")]
    tables = []
    for small in pair:
        table = protected(cells)
        table.hidden, table.small = {*pair, ("r1", "c0"), ("r1", "c1")}, {small}
        tables.append(told(table))
    assert [exposes([table], k=K) for table in tables] == [False, False]
    assert exposes(tables, k=K)
    again = beside(cells, tables[0])
    assert again.table.hidden == tables[0].table.hidden
    assert not exposes([tables[0], again], k=K)


def kept_as_json(table: ProtectedTable) -> DatedTable:
    return DatedTable.from_json(told(table).as_json())


def test_counts_that_are_kept_come_back_as_they_were():
    assert kept_as_json(ONE) == told(ONE)


def arrive(
    cast: Cast, count: int, *, sex: str = Sex.MALE, born: int = 1990, on: D = THE_23RD
) -> None:
    """A family of former members, which counts in Oriente."""
    people = [
        a_row(f"Nombre {n}", "Prueba", sex=sex, born=born, category=Category.FORMER_MEMBER)
        for n in range(count)
    ]
    an_arrival(cast, people=people, on=on)


def made(cast: Cast, month: D = FEBRUARY, **facts) -> FunderTable:
    given = {"audience": Audience.PARTNER, **facts}
    table = make_table(prepare_table(office=cast.cucuta, month=month, by=cast.adela, **given).pk)
    assert table is not None
    return table


def test_a_release_that_would_bring_a_number_back_by_subtraction_is_refused_and_names_the_other(
    cast,
):
    """Twenty men in February; three months later it is 23: both may be shown, and together they say 3."""
    reference()
    arrive(cast, 20)
    arrive(cast, 3, on=D(2019, 3, 9))
    arrive(cast, 30, sex=Sex.FEMALE, on=D(2019, 4, 9))
    february, quarter = made(cast), made(cast, months=3)
    for table, men in ((february, 20), (quarter, 23)):
        [arrivals, _nights] = counts_of(table)
        assert arrivals.table.shown(arrivals.table.rows[0], "m_18_59") == men
    release_table(february, by=cast.sonia)
    # As if it was being made while the other was released.
    FunderTable.objects.filter(pk=quarter.pk).update(status=TableStatus.READY)
    answer = log_in(cast.sonia).post(
        reverse("report-release", args=[quarter.pk]), {"pressed": "yes"}
    )
    page = page_of(answer)
    assert page.says("Quien también tenga la tabla de febrero 2019")
    assert page.says("podría calcular un número que no se muestra")
    quarter.refresh_from_db()
    assert quarter.released_at is None
    assert AuditEvent.objects.filter(verb="table.released").count() == 1
    with refused("Whoever also has the table of February 2019"):
        release_table(quarter, by=cast.sonia)


def test_a_table_that_waits_is_made_again_when_another_of_its_days_is_released(cast):
    """So nobody meets the refusal: what waits withholds then what the other does not allow."""
    reference()
    arrive(cast, 20)
    arrive(cast, 3, on=D(2019, 3, 9))
    arrive(cast, 30, sex=Sex.FEMALE, on=D(2019, 4, 9))
    february, quarter, later = made(cast), made(cast, months=3), made(cast, D(2019, 6, 1))
    release_table(february, by=cast.sonia)
    waiting = FunderTable.objects.queued()
    assert list(waiting) == [quarter]
    assert FunderTable.objects.get(pk=later.pk).status == TableStatus.READY
    again = make_table(quarter.pk)
    [arrivals, _nights] = counts_of(again)
    assert arrivals.table.shown(arrivals.table.rows[0], "m_18_59") == "s"
    assert release_table(again, by=cast.sonia).released_at


def test_a_month_that_waits_is_made_again_when_its_quarter_is_released(cast):
    reference()
    arrive(cast, 20)
    months, quarter = [made(cast), made(cast, APRIL)], made(cast, months=3)
    beyond = made(cast, MAY)
    release_table(quarter, by=cast.sonia)
    assert set(FunderTable.objects.queued()) == set(months)
    assert FunderTable.objects.get(pk=beyond.pk).status == TableStatus.READY, "begins as it ends"


def test_a_second_release_that_gives_nothing_away_passes(cast):
    """The control: the same with nine men more instead of three."""
    reference()
    arrive(cast, 20)
    arrive(cast, 9, on=D(2019, 3, 9))
    february, quarter = made(cast), made(cast, months=3)
    release_table(february, by=cast.sonia)
    FunderTable.objects.filter(pk=quarter.pk).update(status=TableStatus.READY)
    quarter.refresh_from_db()
    assert release_table(quarter, by=cast.sonia).released_at
    assert release_table(made(cast), by=cast.sonia).released_at
    assert release_table(made(cast, MARCH), by=cast.sonia).released_at


def test_a_table_for_the_public_stands_beside_that_of_a_partner(cast):
    """A partner reads both: what the first withholds is withheld in the second, too."""
    reference()
    arrive(cast, 20)
    arrive(cast, 7, sex=Sex.FEMALE)
    arrive(cast, 3, born=1950)
    partner = release_table(made(cast), by=cast.sonia)
    public = made(cast, audience=Audience.PUBLIC)
    inside, outside = counts_of(partner)[0].table, counts_of(public)[0].table
    assert inside.hidden <= outside.hidden
    assert release_table(public, by=cast.sonia).released_at


def test_a_month_that_is_made_again_after_somebody_was_added_withholds_the_same(cast):
    reference()
    arrive(cast, 20)
    arrive(cast, 12, sex=Sex.FEMALE)
    arrive(cast, 3, born=1950)
    first = release_table(made(cast), by=cast.sonia)
    arrive(cast, 40, sex=Sex.FEMALE, born=1950)
    again = made(cast)
    assert counts_of(first)[0].table.hidden <= counts_of(again)[0].table.hidden
    assert release_table(again, by=cast.sonia).released_at


class TestOneMonthMadeTwice:
    """The same February with one or two people more: a reader of both takes one total from the other."""

    ROW = "oriente|former_member"

    @pytest.fixture(params=[1, 2])
    def more(self, request) -> int:
        count: int = request.param
        return count

    def a_month(self, cast: Cast) -> FunderTable:
        reference()
        arrive(cast, 20)
        arrive(cast, 12, sex=Sex.FEMALE)
        return made(cast)

    def later(self, cast: Cast, more: int) -> None:
        arrive(cast, more, sex=Sex.FEMALE, born=1950)

    def what_a_reader_works_out(self, first: DatedTable, again: DatedTable) -> int:
        """Women of 60 and more: the total of the row less what the same row showed before."""
        now, before = (each.table.shown(self.ROW, TOTAL) for each in (again, first))
        assert isinstance(now, int)
        assert isinstance(before, int)
        return now - before

    def test_without_a_look_at_the_first_the_second_gives_them_away(self, cast, more):
        """The control: each of the two is protected, and both together are not."""
        [first, _nights] = counts_of(self.a_month(cast))
        self.later(cast, more)
        block = arrivals_block({cast.cucuta.pk}, FEBRUARY, MARCH)
        careless = told(block.table(K))
        withhold_for_readers(careless, [(K, ())], impossible=is_impossible)
        assert careless.table.shown(self.ROW, "f_60_plus") == "<5"
        assert self.what_a_reader_works_out(first, careless) == more
        assert not exposes([first], k=K)
        assert not exposes([careless], k=K)
        assert exposes([first, careless], k=K)

    def test_the_second_withholds_what_would_tell_them(self, cast, more):
        first = release_table(self.a_month(cast), by=cast.sonia)
        self.later(cast, more)
        again = release_table(made(cast), by=cast.sonia)
        [old, _nights], [new, _later] = counts_of(first), counts_of(again)
        assert new.table.shown(self.ROW, "f_60_plus") == "<5"
        assert new.table.shown(self.ROW, TOTAL) == "s"
        assert not exposes([old, new], k=K)

    def test_a_second_that_was_made_before_the_first_was_released_is_refused(self, cast, more):
        first = self.a_month(cast)
        self.later(cast, more)
        again = made(cast)
        release_table(first, by=cast.sonia)
        FunderTable.objects.filter(pk=again.pk).update(status=TableStatus.READY)
        with refused("could work out a number that is withheld"):
            release_table(again, by=cast.sonia)
        assert release_table(made(cast), by=cast.sonia).released_at

    def test_a_second_with_nobody_more_passes(self, cast):
        """The control of the refusal."""
        first, again = self.a_month(cast), made(cast)
        release_table(first, by=cast.sonia)
        assert release_table(make_table(again.pk), by=cast.sonia).released_at


def test_the_exact_counts_stay_inside(cast):
    """They are kept for comparing; no address gives them out."""
    reference()
    arrive(cast, 3)
    table = made(cast)
    client = log_in(cast.sonia)
    assert client.get(reverse("report-file", args=[table.pk, "counts"])).status_code == 404
    listed = client.get("/api/v1/reports/").json()["results"][0]
    assert "counts_name" not in listed
