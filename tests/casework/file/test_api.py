"""The API shows what the pages show, to the same people."""

import pytest
from django.test import Client

from accounts.api import Pages
from accounts.models import AuditEvent, User
from casework.cases.actions import restrict_case
from pages import pager
from tests.build import a_case, an_arrival, people_of


def ask(user: User | None, address: str) -> tuple[int, object]:
    client = Client()
    if user:
        client.force_login(user)
    answer = client.get(f"/api/v1/{address}")
    return answer.status_code, answer.json() if answer.status_code == 200 else None


def test_cases_are_listed_within_sight_and_filtered_like_the_page(cast):
    an_arrival(cast)
    a_case(cast, by=cast.bruno)
    status, listed = ask(cast.ana, "cases/")
    assert (status, [case["number"] for case in listed["results"]]) == (200, ["A-2019-000001"])
    assert [member["individual"] for member in listed["results"][0]["people"]] == [
        f"A-2019-000001-{n:02d}" for n in range(1, 5)
    ]
    assert ask(cast.ana, "cases/?status=closed")[1]["results"] == []
    assert ask(cast.sonia, "cases/?team=" + str(cast.sur.pk))[1]["count"] == 1


def test_one_case_person_and_arrival_are_read_on_the_record(cast):
    case = an_arrival(cast)
    person = people_of(case)[0]
    assert ask(cast.ana, f"cases/{case.number}/")[1]["display_name"] == person.full_name
    assert ask(cast.ana, f"individuals/{person.number}/")[1]["category"] == "former_member"
    assert ask(cast.ana, f"arrivals/{case.arrivals.get().pk}/")[1]["case"] == case.number
    assert ask(cast.ana, f"individuals/?case={case.number}&sex=f")[1]["count"] == 1
    assert set(AuditEvent.objects.filter(is_read=True).values_list("verb", flat=True)) == {
        "case.read",
        "individual.read",
        "individual.listed",
        "arrival.read",
    }


@pytest.mark.parametrize("name", ["bruno", "carla", "lucia", "adela", "aurelio", "mara"])
def test_what_is_out_of_sight_does_not_exist(cast, name):
    case = an_arrival(cast)
    person = people_of(case)[0]
    user = getattr(cast, name)
    assert ask(user, f"cases/{case.number}/")[0] == 404
    assert ask(user, f"individuals/{person.number}/")[0] == 404


def test_a_restricted_case_is_no_number_either(cast):
    restrict_case(an_arrival(cast), people=[], by=cast.sonia)
    assert ask(cast.ana, "cases/")[1]["count"] == 0
    assert ask(cast.ana, "individuals/")[1]["count"] == 0
    assert ask(cast.sonia, "cases/")[1]["count"] == 1


def test_strangers_get_nothing_and_the_schema_names_our_addresses(cast):
    assert ask(None, "cases/")[0] in (401, 403)
    client = Client()
    client.force_login(cast.ana)
    schema = client.get("/api/v1/schema/?format=json").content.decode()
    assert "/api/v1/cases/{number}/" in schema


def test_the_api_asks_as_often_for_four_cases_as_for_one(cast, django_assert_max_num_queries):
    client = Client()
    client.force_login(cast.ana)
    a_case(cast)
    client.get("/api/v1/cases/")
    with django_assert_max_num_queries(18) as one:
        client.get("/api/v1/cases/")
    for _case in range(3):
        a_case(cast)
    with django_assert_max_num_queries(18) as four:
        client.get("/api/v1/cases/")
    assert len(one) == len(four)


def test_a_long_list_is_counted_to_a_thousand_and_read_to_its_end(cast, monkeypatch):
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 2)
    monkeypatch.setattr(Pages, "page_size", 2)
    people = {person.number for person in people_of(an_arrival(cast))}
    assert len(people) == 4
    first = ask(cast.ana, "individuals/")[1]
    assert (first["count"], first["previous"]) == (None, None)
    assert first["next"].endswith("/api/v1/individuals/?page=2")
    second = ask(cast.ana, "individuals/?page=2")[1]
    assert (second["count"], second["next"]) == (4, None)
    assert {each["number"] for each in first["results"] + second["results"]} == people
    assert ask(cast.ana, "individuals/?page=last")[1] == second
    assert ask(cast.ana, "individuals/?page=3")[0] == 404
    for typed in ("%00", "0", "-1", "%2B2", "2_0", "9" * 30):
        assert ask(cast.ana, f"individuals/?page={typed}")[0] == 404, typed
