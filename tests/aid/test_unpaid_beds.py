"""Whoever sleeps at a site that nobody pays has a bed: the forecast and the family's aid say so, and never "nothing"."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from aid.forecasts import family_forecasts
from casework.register.models.case import Case
from shelters.models import Site
from tests.cast import Cast, as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of

DAY = datetime.timedelta(days=1)
UNPAID = "duerme en un sitio que nadie paga"


@pytest.fixture
def parish(cast: Cast):
    return a_site(cast.cucuta, beds=[4], run_by=cast.carla)


def placed(cast: Cast, site, size: int = 1, **facts: object) -> Case:
    case = a_family(cast.norte, size)
    for person, bed in zip(people_of(case), beds_of(site), strict=False):
        a_stay(person, site, bed, by=cast.carla, **facts)
    return case


def line_of(case: Case, cast: Cast) -> str:
    page = page_of(as_(cast.sonia).get(reverse("forecast")))
    return next(row.text for row in page.root.all("tr") if case.number in row.text)


def test_a_family_in_a_parish_that_nobody_pays_has_a_bed_and_never_nothing(cast, parish):
    case = placed(cast, parish, 2)
    line = line_of(case, cast)
    assert line.count(UNPAID) == 2
    assert "nada" not in line
    assert "sin ninguna ayuda" not in line
    file = page_of(as_(cast.ana).get(reverse("case-part", args=[case.number, "aid"])))
    assert file.says("Esta noche en un sitio que nadie paga", people_of(case)[0].display_name)
    assert not file.holds("no tiene ayuda confirmada")


def test_the_count_of_those_without_aid_says_how_many_of_them_sleep_where_nobody_pays(cast, parish):
    placed(cast, parish, 3)
    a_family(cast.norte, 2)
    page = page_of(as_(cast.sonia).get(reverse("forecast")))
    assert page.says(
        "5 personas sin ayuda esencial hoy 3 de ellas duermen en un sitio que nadie paga"
    )
    Site.objects.filter(pk=parish.pk).update(paid_until=cast.ana.today() + 9 * DAY)
    paid = page_of(as_(cast.sonia).get(reverse("forecast")))
    assert paid.says("2 personas sin ayuda esencial hoy")
    assert not paid.holds("de ellas duermen")


def test_who_has_no_bed_beside_somebody_who_has_one_is_named_apart(cast, parish):
    case = a_family(cast.norte, 2)
    asleep, other = people_of(case)
    a_stay(asleep, parish, beds_of(parish)[0], by=cast.carla)
    line = line_of(case, cast)
    assert f"{UNPAID} 1 de 2: {asleep.display_name}" in line
    assert f"sin ninguna ayuda confirmada hoy 1 de 2: {other.display_name}" in line


def test_an_unpaid_bed_that_ends_before_the_last_day_leaves_nothing_then(cast, parish):
    today = cast.ana.today()
    case = placed(cast, parish, planned_end_on=today + 3 * DAY)
    line = line_of(case, cast)
    assert line.count(UNPAID) == 1
    assert "nada" in line
    [family] = family_forecasts([case.pk], within_days=2, on=today)
    assert family.unpaid_left == family.unpaid_now == [people_of(case)[0].pk]


def test_a_stay_that_ended_and_one_that_is_paid_are_no_unpaid_bed(cast, parish):
    today = cast.ana.today()
    gone = placed(cast, parish, ends_on=today)
    assert UNPAID not in line_of(gone, cast)
    hotel = a_site(cast.cucuta, beds=[1], run_by=cast.carla, paid_until=today + 3 * DAY)
    paid = placed(cast, hotel)
    assert UNPAID not in line_of(paid, cast)


def test_the_forecast_asks_once_for_all_families(cast, parish):
    def questions() -> int:
        with CaptureQueriesContext(connection) as asked:
            as_(cast.sonia).get(reverse("forecast"))
        return len(asked)

    placed(cast, parish)
    questions()
    with_one = questions()
    for _each in range(3):
        placed(cast, a_site(cast.cucuta, beds=[1], run_by=cast.carla))
    assert questions() == with_one
