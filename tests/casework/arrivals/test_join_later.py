"""A person who joins a family later has an arrival of their own, or was born here."""

import datetime

import pytest
from django.urls import reverse

from asylum.filing.slots import first_applications
from casework.arrivals.actions.arrivals import correct_arrival
from casework.cases.actions import refer_to_legal
from casework.families.actions.builder import split_family
from casework.families.actions.family import add_member
from casework.identity.actions.exposure import change_alias, end_anonymity, wish_anonymity
from casework.register.choices import Category, Relation
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from reference.loading import load_law
from reporting.figures.arrivals import arrived_between, by_day, by_place, people_of_offices
from tests.build import a_row, an_arrival, people_of, reference
from tests.cast import Cast, log_in
from tests.refusals import refused

D = datetime.date


@pytest.fixture
def family(cast: Cast) -> Case:
    reference()
    return an_arrival(cast)


TYPED = {
    "given_names": "Yolimar",
    "relation": "SIS",
    "nationality": "VE",
    "joined_on": "2019-03-05",
    "crossed_on": "2019-03-04",
    "entry_mode": "river",
}


def test_i02_who_joined_later_counts_on_the_day_and_at_the_place_of_crossing(cast, family):
    crossing = reference()["crossing"]
    client, address = log_in(cast.ana), reverse("member-add", args=[family.number])
    assert client.post(address, TYPED | {"crossing": crossing.pk}).status_code == 302
    everybody = people_of_offices({cast.cucuta.pk})
    assert by_day(everybody) == [(D(2019, 2, 23), 4), (D(2019, 3, 4), 1)]
    later = arrived_between(everybody, D(2019, 3, 1), D(2019, 4, 1))
    assert [(row.name, row.total) for row in by_place(later).crossings] == [(crossing.name, 1)]
    sister = Individual.objects.get(number=f"{family.number}-05")
    assert (sister.arrival.case, sister.arrival.entry_mode) == (family, "river")
    page = client.get(reverse("case-part", args=[family.number, "people"])).content.decode()
    assert reverse("arrival-correct", args=[sister.arrival_id]) in page


def test_the_clock_of_two_months_runs_for_who_joined_later_and_heads_a_case_of_their_own(
    cast, family
):
    load_law()
    member = add_member(
        family,
        row=a_row("Yolimar", category=Category.FORMER_MEMBER),
        relation=Relation.SISTER,
        joined_on=D(2019, 3, 5),
        crossed_on=D(2019, 3, 4),
        by=cast.ana,
    )
    refer_to_legal(family, by=cast.ana)
    split_family(
        family, relations={member.individual: Relation.PRINCIPAL}, on=D(2019, 3, 10), by=cast.ana
    )
    days = {row[3]: row[1] for row in first_applications.rows(D(2019, 4, 10))}
    assert days[people_of(family)[0].pk] == D(2019, 4, 23)
    # 4 May 2019 is a Saturday.
    assert days[member.individual.pk] == D(2019, 5, 6)


def test_a_child_born_here_has_no_arrival_and_a_nationality_of_its_own(cast, family):
    client, address = log_in(cast.ana), reverse("member-add", args=[family.number])
    assert client.get(address).context["form"]["nationality"].value() is None
    born = {
        "given_names": "Bebé",
        "relation": "DAU",
        "nationality": "CO",
        "joined_on": "2019-03-05",
    }
    assert client.post(address, born).status_code == 302
    child = Individual.objects.get(number=f"{family.number}-05")
    assert (child.arrival, child.nationality) == (None, "CO")
    assert by_day(people_of_offices({cast.cucuta.pk})) == [(D(2019, 2, 23), 4)]


@pytest.mark.parametrize(
    ("typed", "field"),
    [({"crossed_on": "2019-03-06"}, "joined_on"), ({"crossed_on": ""}, "crossed_on")],
)
def test_nobody_joins_before_crossing_nor_crosses_on_no_day(cast, family, typed, field):
    address = reverse("member-add", args=[family.number])
    answer = log_in(cast.ana).post(address, TYPED | typed)
    assert field in answer.context["form"].errors
    assert "Yolimar" in answer.content.decode()
    assert len(people_of(family)) == 4


def test_the_day_of_a_later_arrival_moves_alone(cast, family):
    facts = {"relation": Relation.SISTER, "by": cast.ana}
    opened = family.opened_on
    sister = add_member(
        family, row=a_row("Yolimar"), joined_on=opened, crossed_on=opened, **facts
    ).individual
    correct_arrival(sister.arrival, on=D(2019, 2, 25), by=cast.ana)
    family.refresh_from_db()
    assert (family.opened_on, sister.memberships.get().joined_on) == (opened, D(2019, 2, 25))
    aunt = add_member(
        family, row=a_row("Rosa"), joined_on=D(2019, 3, 5), crossed_on=D(2019, 3, 4), **facts
    ).individual
    with refused("Somebody joined the family before this day"):
        correct_arrival(aunt.arrival, on=D(2019, 3, 6), by=cast.ana)


def test_the_alias_changes_while_the_name_stays_hidden(cast, family):
    person = people_of(family)[0]
    wish = wish_anonymity(person, wished_on=D(2019, 3, 1), alias="Halcón", by=cast.ana)
    address = reverse("alias-change", args=[person.number, wish.pk])
    client = log_in(cast.ana)
    assert client.get(address).context["form"].initial["alias"] == "Halcón"
    assert log_in(cast.bruno).get(address).status_code == 404
    assert client.post(address, {"alias": "Gavilán"}).status_code == 302
    person.refresh_from_db()
    assert (person.is_anonymous, person.display_name, person.alias) == (True, "Gavilán", "Gavilán")
    end_anonymity(wish, ended_on=D(2019, 3, 2), by=cast.ana)
    with refused("This has ended already"):
        change_alias(wish, alias="Otro", by=cast.ana)
