"""The office's own figures."""

import datetime

from django.urls import reverse

from casework.register.choices import BirthPrecision, Category, Population, Sex
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from reporting.figures.arrivals import by_day, by_directorate, of_office
from reporting.figures.people import count_people
from reporting.rules.bars import bars
from tests.build import a_row, an_arrival

D = datetime.date


def people_born(cast, *births: Birth, sex=Sex.FEMALE):
    return an_arrival(
        cast, people=[a_row(f"Hija {n}", sex=sex, birth=birth) for n, birth in enumerate(births)]
    )


def test_a_birthday_later_this_year_keeps_somebody_in_the_younger_band(cast):
    people_born(cast, Birth(BirthPrecision.DAY, D(2001, 6, 1), 2001))
    before = count_people(Individual.objects.all(), on=D(2019, 5, 31))
    after = count_people(Individual.objects.all(), on=D(2019, 6, 1))
    assert dict(before) == {("", Population.CHILD, "f_12_17"): 1}
    assert dict(after) == {("", Population.ADULT_RELATIVE, "f_18_59"): 1}


def test_counting_in_sql_agrees_with_counting_one_by_one(cast):
    births = [
        Birth(BirthPrecision.DAY, D(year, month, 15), year)
        for year in (1958, 1959, 2000, 2001, 2002, 2006, 2007, 2013, 2014, 2015, 2018)
        for month in (1, 12)
    ]
    babies = [Birth(BirthPrecision.MONTH, D(2014, month, 1), 2014) for month in (6, 7)]
    people_born(cast, *births, *babies, Birth(BirthPrecision.YEAR, None, 2001), sex=Sex.MALE)
    on = D(2019, 6, 30)
    counted = count_people(Individual.objects.all(), on=on)
    one_by_one: dict = {}
    for person in Individual.objects.all():
        age = person.age_on(on)
        bands = [("60_plus", 60), ("18_59", 18), ("12_17", 12), ("5_11", 5), ("0_4", 0)]
        band = next(name for name, lowest in bands if age >= lowest)
        key = ("", person.population_on(on), f"m_{band}")
        one_by_one[key] = one_by_one.get(key, 0) + 1
    assert dict(counted) == one_by_one


def test_f11_a_woman_who_served_counts_as_former_member_and_not_as_family(cast):
    an_arrival(cast, people=[a_row(sex=Sex.FEMALE, born=1990, category=Category.FORMER_MEMBER)])
    counted = count_people(Individual.objects.all(), on=D(2019, 3, 1))
    assert dict(counted) == {("", Population.FORMER_MEMBER, "f_18_59"): 1}


def test_relatives_come_on_top_of_former_members_by_directorate(cast):
    an_arrival(cast)
    rows = by_directorate(of_office({cast.cucuta.pk}))
    assert [(row.name, row.former_members, row.relatives) for row in rows] == [("Oriente", 1, 3)]


def test_the_chart_shows_the_peak_and_the_days_between():
    drawn = bars([(D(2019, 2, 22), 5), (D(2019, 2, 24), 10)])
    assert [(bar.number, bar.is_peak) for bar in drawn] == [(5, False), (0, False), (10, True)]
    assert bars([]) == []


def test_arrivals_by_day_are_counted_in_people(cast):
    an_arrival(cast)
    assert by_day(of_office({cast.cucuta.pk})) == [(D(2019, 2, 23), 4)]


def test_a_supervisor_sees_the_office_and_a_caseworker_the_own_cases(cast, client):
    an_arrival(cast, by=cast.ana)
    page = reverse("figures") + "?since=2019-02-01&until=2019-02-28"
    shown = {}
    for name in ("ana", "bruno", "sonia", "mara"):
        client.force_login(cast.users[name])
        shown[name] = client.get(page).context["arrived"]
    assert shown == {"ana": 4, "bruno": 0, "sonia": 4, "mara": 0}


def test_a_coordinator_gets_occupancy_and_no_people(cast, client):
    client.force_login(cast.carla)
    context = client.get(reverse("figures")).context
    assert "arrived" not in context
    assert context["sites"] == []


def test_a_period_that_ends_before_it_starts_is_said_at_the_field(cast, client):
    client.force_login(cast.sonia)
    page = client.get(reverse("figures") + "?since=2019-03-01&until=2019-02-01")
    assert page.status_code == 200
    assert "until" in page.context["form"].errors
