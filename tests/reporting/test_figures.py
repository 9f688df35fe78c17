"""The office's own figures."""

import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from casework.identity.actions.changes import correct_change
from casework.identity.actions.individuals import correct_individual
from casework.identity.choices import ChangingFact
from casework.identity.models import FactChange
from casework.register.choices import BirthPrecision, Category, Population, Sex
from casework.register.models.individual import Individual
from casework.register.rules import Birth
from reporting.charts import arrivals_chart
from reporting.figures.arrivals import by_day, by_place, people_of_offices
from reporting.figures.people import count_people
from shelters.models import Placement
from tests.build import a_row, an_arrival, people_of
from tests.page import page_of
from tests.shelters.build import a_family, a_site

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
        key = ("", Population.CHILD if age < 18 else Population.ADULT_RELATIVE, f"m_{band}")
        one_by_one[key] = one_by_one.get(key, 0) + 1
    assert dict(counted) == one_by_one


@pytest.mark.parametrize("days", [10, 0, None])
def test_a_sex_that_changed_is_counted_on_each_day_as_it_was_then(cast, days):
    """A figure of an earlier night stays what it was; where nobody knows since when, until it was said."""
    [person] = people_of(people_born(cast, Birth(BirthPrecision.YEAR, None, 1990), sex=Sex.MALE))
    day = cast.ana.today() - datetime.timedelta(days=days or 0)
    since = {ChangingFact.SEX: "" if days is None else day.isoformat()}
    correct_individual(person, sex=Sex.FEMALE, since=since, by=cast.ana)
    before, after = (day - datetime.timedelta(days=1), day)
    counted = [count_people(Individual.objects.all(), on=on) for on in (before, after)]
    assert [[key[2] for key in each] for each in counted] == [["m_18_59"], ["f_18_59"]]
    assert [each.total() for each in counted] == [1, 1]
    correct_change(FactChange.objects.get(), is_mistake=True, by=cast.ana)
    wrong = count_people(Individual.objects.all(), on=after)
    assert [key[2] for key in wrong] == ["m_18_59"]


def test_f11_a_woman_who_served_counts_as_former_member_and_not_as_family(cast):
    an_arrival(cast, people=[a_row(sex=Sex.FEMALE, born=1990, category=Category.FORMER_MEMBER)])
    counted = count_people(Individual.objects.all(), on=D(2019, 3, 1))
    assert dict(counted) == {("", Population.FORMER_MEMBER, "f_18_59"): 1}


def test_relatives_come_on_top_of_former_members_by_directorate(cast):
    an_arrival(cast)
    rows = by_place(people_of_offices({cast.cucuta.pk})).directorates
    assert [(row.name, row.former_members, row.relatives) for row in rows] == [("Oriente", 1, 3)]


def test_the_axis_of_arrivals_is_the_period_and_a_long_one_is_drawn_by_month():
    arrived = [(D(2019, 2, 22), 5), (D(2019, 2, 24), 10)]
    by_day = arrivals_chart(arrived, D(2019, 2, 21), D(2019, 2, 25))
    assert [row.cells[0] for row in by_day.rows] == ["0", "5", "0", "10", "0"]
    by_month = arrivals_chart(arrived, D(2018, 2, 21), D(2019, 4, 25))
    assert [(row.label, row.cells[0]) for row in by_month.rows] == [
        ("feb 2019", "15"),
        ("mar 2019", "0"),
        ("abr 2019", "0"),
    ]


def test_arrivals_by_day_are_counted_in_people(cast):
    an_arrival(cast)
    assert by_day(people_of_offices({cast.cucuta.pk})) == [(D(2019, 2, 23), 4)]


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
    assert not context["page_obj"].paginator.count


def test_an_administrator_gets_occupancy_and_of_people_what_may_leave_the_house(cast, client):
    site = a_site(cast.cucuta, beds=[4])
    an_arrival(cast, people=[a_row("Yorman"), a_row("Marleny")])
    client.force_login(cast.adela)
    page = page_of(client.get(reverse("figures")))
    assert page.says(site.name, "Ocupación", "con una segunda cuenta de las mismas personas")
    assert not page.says("Llegadas por")
    assert not page.says("Personas alojadas por sexo y edad")
    tables = [reverse(name) for name in ("incident-table-public", "motive-table-public")]
    assert [client.get(each).status_code for each in tables if each in page.links] == [200, 200]
    exact = {reverse(name) for name in ("household-figures", "rank-table", "incident-table")}
    assert not exact & page.links.keys()
    assert {client.get(each).status_code for each in exact} == {404}
    menu = page_of(client.get(reverse("today"))).links
    assert menu[reverse("figures")] == "Cifras"


def test_a_period_that_ends_before_it_starts_is_said_at_the_field(cast, client):
    client.force_login(cast.sonia)
    page = client.get(reverse("figures") + "?since=2019-03-01&until=2019-02-01")
    assert page.status_code == 200
    assert "until" in page.context["form"].errors


def test_who_sees_no_arrivals_is_offered_no_filter_of_arrivals(cast, client):
    a_site(cast.cucuta, run_by=cast.carla)
    offered = {}
    for name in ("carla", "sonia"):
        client.force_login(cast.users[name])
        page = page_of(client.get(reverse("figures")))
        offered[name] = {"since", "until", "directorate"} & page.fields.keys()
    assert offered == {"carla": {"since", "until"}, "sonia": {"since", "until", "directorate"}}


def test_a_coordinator_who_asks_for_another_period_gets_its_nights(cast, client):
    site = a_site(cast.cucuta, run_by=cast.carla, beds=[2], opened_on=D(2019, 2, 1))
    family = a_family(cast.norte, 3, since=D(2019, 2, 10))
    for member in family.members.all():
        Placement.objects.create(
            individual=member.individual,
            case=family,
            site=site,
            starts_on=D(2019, 2, 10),
            ends_on=D(2019, 2, 12),
            checked_in_at=timezone.now(),
            placed_by=cast.carla,
        )
    client.force_login(cast.carla)
    answer = client.get(reverse("figures"), {"since": "2019-02-09", "until": "2019-02-12"})
    chart = answer.context["beds_chart"]
    assert [row.cells for row in chart.rows] == [("0", "2"), ("3", "2"), ("3", "2"), ("0", "2")]
    assert page_of(answer).says(
        "noche del 12 feb 2019", "Por encima de camas en servicio en 2 noches."
    )


def test_the_line_of_all_sites_names_the_fullest_and_the_beds_add_up(cast, client):
    """35 % of all hid 400 % of one; 217 free, 93 asleep and 280 in service were no sum."""
    full, _empty = (
        a_site(cast.cucuta, name=name, beds=[beds], run_by=cast.carla)
        for name, beds in (("A", 1), ("B", 9))
    )
    family = a_family(cast.norte, 4)
    for member in family.members.all():
        Placement.objects.create(
            individual=member.individual,
            case=family,
            site=full,
            starts_on=D(2019, 3, 1),
            checked_in_at=timezone.now(),
            placed_by=cast.carla,
        )
    client.force_login(cast.carla)
    answer = client.get(reverse("figures"))
    page = page_of(answer)
    assert page.says("40 %", "el más lleno: A, 400 %")
    assert answer.context["sums"] in page.text
    assert page.says("10 libres + 0 ocupadas = 10 camas en servicio")
    assert page.says("0 en camas + 4 sin cama = 4 personas que duermen")


def test_the_figures_ask_as_often_for_four_people_as_for_one(cast, client):
    site = a_site(cast.cucuta, run_by=cast.carla, beds=[40])

    def arrive(number):
        family = a_family(cast.norte, number)
        for member in family.members.all():
            Placement.objects.create(
                individual=member.individual,
                case=family,
                site=site,
                starts_on=D(2019, 3, 1),
                checked_in_at=timezone.now(),
                placed_by=cast.carla,
            )

    def queries():
        with CaptureQueriesContext(connection) as seen:
            assert client.get(reverse("figures")).status_code == 200
        return len(seen)

    client.force_login(cast.sonia)
    arrive(1)
    queries()
    one = queries()
    arrive(3)
    assert queries() == one
    assert one <= 30
