"""F07: mostly middle and lower ranks, told by band, with small cells withheld outside."""

import copy

import pytest
from django.urls import reverse

from casework.register.choices import Category
from casework.register.models.individual import Individual
from casework.service.actions import record_service
from reference.choices import RankBand
from reference.models import Force, Rank
from reporting.choices import Definition
from reporting.figures.ranks import by_rank_band
from reporting.rules.suppression import TOTAL
from tests.build import a_row, an_arrival, people_of
from tests.cast import log_in
from tests.page import page_of


@pytest.fixture(scope="module")
def soldiers_of_the_file(tables_of_the_file, cast_of_the_file):
    cast = cast_of_the_file.anew()
    sergeant = Rank.objects.filter(band=RankBand.PROFESSIONAL).first()
    officer = Rank.objects.filter(band=RankBand.OFFICER).first()
    private = Rank.objects.filter(band=RankBand.ENLISTED).first()
    guard, army = Force.objects.get(code="gnb"), Force.objects.exclude(code="gnb").first()
    for rank, force, number in (
        (sergeant, guard, 7),
        (private, army, 6),
        (private, guard, 1),
        (officer, guard, 1),
    ):
        for _each in range(number):
            row = a_row(category=Category.FORMER_MEMBER, force=force, rank=rank)
            an_arrival(cast, people=[row])
    return guard, army, officer


@pytest.fixture
def soldiers(cast, soldiers_of_the_file):
    """Fourteen sergeants and privates of two forces, one officer, and a corrected record."""
    return copy.deepcopy(soldiers_of_the_file)


def test_f07_bands_sum_to_the_total_and_small_cells_are_withheld(cast, soldiers):
    guard, army, _officer = soldiers
    everybody = Individual.objects.visible_to(cast.sonia)
    exact, names = by_rank_band(everybody)
    assert set(names) == {guard.code, army.code}
    bands = [exact.shown(band, TOTAL) for band in exact.rows]
    assert sum(bands) == exact.shown(TOTAL, TOTAL) == 15
    assert exact.shown(RankBand.OFFICER, guard.code) == 1
    outside, _names = by_rank_band(everybody, k=5)
    assert outside.shown(RankBand.OFFICER, guard.code) in {"<5", "s"}
    assert outside.shown(RankBand.ENLISTED, guard.code) in {"<5", "s"}
    shown = [outside.shown(band, column) for band in outside.rows for column in outside.columns]
    assert all(count in {"<5", "s", 0} or count >= 5 for count in shown)


def test_whoever_served_twice_counts_once(cast, soldiers):
    guard, _army, officer = soldiers
    person = people_of(an_arrival(cast))[0]
    record_service(person, force=guard, rank=officer, by=cast.ana)
    exact, _names = by_rank_band(Individual.objects.filter(pk=person.pk))
    assert exact.shown(TOTAL, TOTAL) == 1


def test_the_page_stays_within_sight_and_withholds_as_public(cast, soldiers):
    def shown(user, query=""):
        """The numbers of each band, the last one its total."""
        page = page_of(log_in(user).get(reverse("rank-table") + query))
        return {band: counts for band, *counts in (list(row.values()) for row in page.rows)}

    exact = shown(cast.ana)
    officers = str(RankBand.OFFICER.label)
    assert exact["Total"][-1] == "15"
    assert sorted(exact[officers]) == ["0", "1", "1"]
    assert shown(cast.sonia) == exact
    assert shown(cast.bruno) == {}
    public = shown(cast.sonia, "?as=public")
    assert set(public[officers]) <= {"0", "s", "<10"}
    assert not {"1", "2", "3", "4"} & {count for row in public.values() for count in row}
    assert shown(cast.ana, "?as=public") == exact
    outside = page_of(log_in(cast.sonia).get(reverse("rank-table") + "?as=public"))
    assert outside.says("de 1 a 9 personas")
    assert outside.says(str(Definition.RANKS.label))
