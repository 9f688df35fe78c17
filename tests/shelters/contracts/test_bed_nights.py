"""Bed-nights of a month, checked against a count of every night."""

import csv
import datetime
import io

import pytest
from django.urls import reverse
from django.utils import timezone
from python_calamine import CalamineWorkbook

from shelters.contracts.bed_nights import bed_nights
from shelters.contracts.models import SiteContract
from shelters.models import Bed, Placement, Site
from tests.cast import as_
from tests.page import page_of
from tests.shelters.build import a_family, a_site, a_stay, agreed, beds_of, people_of

DAY = datetime.timedelta(days=1)


@pytest.fixture
def month(today):
    """Last month: all of its nights are over."""
    return (today.replace(day=1) - DAY).replace(day=1)


@pytest.fixture
def hotels(cast, month):
    """Two hotels with stays that begin and end within the month and beyond it."""
    one = a_site(cast.cucuta, beds=[2, 2], run_by=cast.carla, name="Hotel Puente")
    two = a_site(cast.cucuta, beds=[3], run_by=cast.carla, name="Hotel Sol")
    came = {"checked_in_at": timezone.now()}
    spans = [
        (one, 0, -5, 4),
        (one, 1, 2, 9),
        (one, 2, 20, None),
        (two, 0, 0, 28),
        (two, 1, 3, 3),
        (two, 2, 27, 29),
    ]
    for site, place, first, last in spans:
        [person] = people_of(a_family(cast.norte))
        days = {"starts_on": month + first * DAY}
        days["ends_on"] = None if last is None else month + last * DAY
        a_stay(person, site, beds_of(site)[place], by=cast.carla, **days, **came)
    [returned] = people_of(a_family(cast.norte))
    for first, last in ((1, 2), (5, 6)):
        days = {"starts_on": month + first * DAY, "ends_on": month + last * DAY}
        a_stay(returned, two, by=cast.carla, **days, **came)
    return one, two


def nights_of(month):
    return [month + n * DAY for n in range(31) if (month + n * DAY).month == month.month]


def rows_of(cast, month):
    sites = Site.objects.visible_to(cast.carla).select_related("office")
    return {row.site.name: row for row in bed_nights(sites, month, today=cast.carla.today())}


def test_the_nights_slept_equal_a_count_of_every_night(cast, hotels, month):
    rows = rows_of(cast, month)
    for site in hotels:
        asleep = [
            Placement.objects.asleep_on(night).filter(site=site) for night in nights_of(month)
        ]
        row = rows[site.name]
        assert row.slept == sum(each.count() for each in asleep)
        people = {person for each in asleep for person in each.values_list("individual", flat=True)}
        assert row.people == len(people)
        assert (row.paid, row.unused, row.unpaid) == (None, None, None)


def test_paid_nights_that_nobody_slept_are_counted_night_by_night(cast, hotels, month):
    one, two = hotels
    agreed(one, paid_until=month + 10 * DAY)
    agreed(two, paid_until=month + 40 * DAY)
    for first, last in ((0, 5), (8, 20)):
        SiteContract.objects.create(
            site=two, starts_on=month + first * DAY, ends_on=month + last * DAY
        )
    rows = rows_of(cast, month)
    is_paid = {
        one: lambda night: night < month + 10 * DAY,
        two: lambda night: night < month + 5 * DAY or month + 8 * DAY <= night < month + 20 * DAY,
    }
    for site in hotels:
        paid = unused = unpaid = 0
        for night in nights_of(month):
            beds = Bed.objects.filter(room__site=site).in_service_on(night).count()
            slept = Placement.objects.asleep_on(night).filter(site=site).count()
            if is_paid[site](night):
                paid += beds
                unused += max(0, beds - slept)
            else:
                unpaid += slept
        row = rows[site.name]
        assert (row.paid, row.unused, row.unpaid) == (paid, unused, unpaid)
        assert unused, "There is something to find."


def test_tonight_and_the_nights_to_come_are_not_counted(cast, today):
    site = a_site(cast.cucuta, beds=[1], run_by=cast.carla)
    [person] = people_of(a_family(cast.norte))
    a_stay(
        person,
        site,
        beds_of(site)[0],
        by=cast.carla,
        starts_on=today,
        checked_in_at=timezone.now(),
    )
    month = today.replace(day=1)
    sites = Site.objects.filter(pk=site.pk).select_related("office")
    assert sum(row.slept for row in bed_nights(sites, month, today=today)) == 0
    [row] = bed_nights(sites, month, today=today + DAY)
    assert row.slept == 1


def test_page_and_sheets_say_the_same(cast, hotels, month):
    agreed(hotels[0], paid_until=month + 10 * DAY)
    row = rows_of(cast, month)["Hotel Puente"]
    asked = {"month": f"{month:%Y-%m}"}
    carla = as_(cast.carla)
    page = page_of(carla.get(reverse("bed-night-list"), asked))
    assert page.says("Hotel Puente", "Hotel Sol", str(row.slept), str(row.unused))
    text = carla.get(reverse("bed-night-sheet", args=["csv"]), asked).content.decode("utf-8-sig")
    lines = {line[1]: line[2:] for line in csv.reader(io.StringIO(text))}
    numbers = [row.slept, row.paid, row.unused, row.unpaid, row.people]
    assert lines["Hotel Puente"] == [str(number) for number in numbers]
    answer = carla.get(reverse("bed-night-sheet", args=["xlsx"]), asked)
    sheet = CalamineWorkbook.from_filelike(io.BytesIO(answer.content)).get_sheet_by_index(0)
    cells = {line[1]: line[2:] for line in sheet.to_python()}
    assert cells["Hotel Puente"] == numbers
    assert carla.get(reverse("bed-night-sheet", args=["pdf"]), asked).status_code == 404


def test_who_may_not_see_residents_is_told_no_number_of_people(cast, hotels, month):
    asked = {"month": f"{month:%Y-%m}"}
    url = reverse("bed-night-sheet", args=["csv"])
    of_adela, of_carla = (
        as_(user).get(url, asked).content.decode("utf-8-sig").splitlines()[0]
        for user in (cast.adela, cast.carla)
    )
    assert "Personas" in of_carla
    assert "Personas" not in of_adela


def test_the_page_costs_the_same_for_one_site_and_for_many(
    cast, month, django_assert_max_num_queries
):
    carla, asked = as_(cast.carla), {"month": f"{month:%Y-%m}"}
    a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    carla.get(reverse("bed-night-list"), asked)
    with django_assert_max_num_queries(40) as one:
        carla.get(reverse("bed-night-list"), asked)
    for _number in range(4):
        a_site(cast.cucuta, beds=[2], run_by=cast.carla)
    with django_assert_max_num_queries(40) as many:
        carla.get(reverse("bed-night-list"), asked)
    assert len(one) == len(many)
