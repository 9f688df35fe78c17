"""Meals planned from who sleeps at a site, and the share that was served."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from pages.refusals import ActionRefused
from reference.choices import RoomNeed
from shelters.meals.actions import record_meals
from shelters.meals.choices import HowMealsCounted, Meal
from shelters.meals.models import MealService
from shelters.meals.rules import Headcount, headcount, night_of, percent_served
from tests.cast import as_
from tests.page import page_of
from tests.refusals import refused
from tests.shelters.build import a_family, a_site, a_stay, beds_of, people_of
from tests.shelters.door_builds import who_sleeps_here
from tests.shelters.test_protection_needs import needs

DAY = datetime.timedelta(days=1)
D = datetime.date


def the_day(user, site, **asked):
    answer = as_(user).get(reverse("meals-day", args=[site.pk]), asked)
    return page_of(answer) if answer.status_code == 200 else answer.status_code


def people(page):
    return {row["Comida"]: row["Personas"] for row in page.rows}


def test_f50_of_100_people_294_of_300_meals_served_are_98_per_cent(cast, today):
    hotel = a_site(cast.cucuta, beds=[10] * 10, run_by=cast.carla)
    for _ in range(20):
        who_sleeps_here(cast, hotel, *(f"P{each}" for each in range(5)))
    page = the_day(cast.carla, hotel)
    assert people(page) == {"Desayuno": "100", "Almuerzo": "100", "Cena": "100"}
    address = reverse("meals-day", args=[hotel.pk])
    served = {"served-breakfast": "98", "served-lunch": "97", "served-dinner": "99"}
    planned = {name: value for name, value in page.fields.items() if name.startswith("planned")}
    assert planned == {f"planned-{meal}": "100" for meal in Meal}
    assert as_(cast.carla).post(address, planned | served).status_code == 302
    page = the_day(cast.carla, hotel)
    assert page.says("294 de 300 comidas servidas, 98 %", str(HowMealsCounted.SERVED.label))


def test_only_all_meals_are_a_hundred_per_cent():
    assert percent_served(294, 300) == 98
    assert percent_served(299, 300) == 99
    assert percent_served(300, 300) == 100
    assert percent_served(0, 0) is None


def test_breakfast_belongs_to_the_night_before():
    assert night_of(Meal.BREAKFAST, D(2019, 5, 2)) == D(2019, 5, 1)
    assert (
        night_of(Meal.LUNCH, D(2019, 5, 2)) == night_of(Meal.DINNER, D(2019, 5, 2)) == D(2019, 5, 2)
    )


def test_babies_and_children_are_counted_apart_and_an_unknown_age_as_an_adult():
    births = [2018, 2019, 2017, 2008, 2007, 1990, None]
    assert headcount(births, diets=2, day=D(2019, 5, 1)) == Headcount(7, 2, 2, 2)


def test_who_arrives_today_eats_dinner_and_not_breakfast(cast, site, today):
    who_sleeps_here(cast, site, "Luz", "Eider")
    [coming] = people_of(a_family(cast.norte))
    a_stay(coming, site, beds_of(site)[5], by=cast.carla, starts_on=today)
    assert people(the_day(cast.carla, site)) == {"Desayuno": "2", "Almuerzo": "3", "Cena": "3"}
    # Of a night that is over only who came has eaten.
    [missed] = people_of(a_family(cast.norte))
    days = {"starts_on": today - 3 * DAY, "checked_in_at": None}
    a_stay(missed, site, beds_of(site)[4], by=cast.carla, **days)
    before = the_day(cast.carla, site, on=(today - DAY).isoformat())
    assert people(before) == {"Desayuno": "2", "Almuerzo": "2", "Cena": "2"}


def test_the_form_says_once_that_all_of_it_is_optional(cast, site):
    assert the_day(cast.carla, site).text.count("opcional") == 1


def test_diets_are_counted_without_a_name(cast, site, today):
    one, _other = who_sleeps_here(cast, site, "Canaria", "Eider")
    needs(one.individual, RoomNeed.DIET, cast=cast)
    sheet = page_of(as_(cast.carla).get(reverse("meals-sheet", args=[site.pk])))
    assert {row["Dieta especial"] for row in sheet.rows} == {"1"}
    assert len(sheet.rows) == 21
    assert not sheet.holds("Canaria")


def test_a_corrected_count_replaces_the_earlier_one(cast, site, today):
    for served in (9, 8, 8):
        record_meals(site, day=today, meals={Meal.LUNCH: (10, served)}, by=cast.carla)
    assert [each.served for each in MealService.objects.order_by("recorded_at")] == [9, 8]
    assert [each.served for each in MealService.objects.current()] == [8]


def test_only_who_runs_the_site_or_the_office_records_meals_and_none_of_tomorrow(cast, site, today):
    takers = set()
    for name, user in cast.users.items():
        try:
            record_meals(site, day=today, meals={Meal.DINNER: (2, 2)}, by=user)
        except ActionRefused:
            assert the_day(user, site) == 404 or not user.grants_today
            continue
        takers.add(name)
    assert takers == {"carla", "sonia"}
    with refused("lies in the future"):
        record_meals(site, day=today + DAY, meals={Meal.DINNER: (2, 2)}, by=cast.carla)
    with refused("how many were served"):
        record_meals(site, day=today, meals={}, by=cast.carla)


@pytest.mark.parametrize("name", ["meals-day", "meals-sheet"])
def test_meals_cost_the_same_for_one_and_for_four(cast, site, name):
    def queries():
        client = as_(cast.carla)
        client.get(reverse(name, args=[site.pk]))
        with CaptureQueriesContext(connection) as found:
            assert client.get(reverse(name, args=[site.pk])).status_code == 200
        return [each["sql"] for each in found.captured_queries if "SAVEPOINT" not in each["sql"]]

    who_sleeps_here(cast, site, "Luz")
    one = queries()
    who_sleeps_here(cast, site, "Eider", "Yorman", "Ana")
    many = queries()
    assert len(one) == len(many) <= 30, "\n".join(many)
