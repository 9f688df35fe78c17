"""Filters of a list, kept under a name as a tab with a count."""

import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.actions.saved_views import MOST_VIEWS, save_view
from accounts.models import SavedView
from tests.build import a_case, an_arrival
from tests.cast import log_in
from tests.refusals import refused

LIST = reverse("case-list")


def keep(client, query: str, name: str = "Sin nadie"):
    return client.post(
        reverse("view-save"), {"page": "case-list", "query": query, "name": name}, follow=True
    )


def tabs(text: str) -> dict[str, int]:
    """Each kept view's name with its count."""
    found = re.findall(
        r'<li>\s*<a href="[^"]+"[^>]*>\s*([^<]+?)\s*<span class="count">(\d+)</span>', text
    )
    return {name: int(count) for name, count in found}


def test_a_kept_view_is_a_tab_with_its_count(cast):
    a_case(cast)
    a_case(cast)
    an_arrival(cast, by=cast.bruno)
    browser = log_in(cast.ana)
    offered = browser.get(LIST + "?status=open&page=1").content.decode()
    assert 'name="query" value="status=open"' in offered
    keep(browser, "status=open", "Los míos")
    keep(browser, "status=closed", "Cerrados")
    assert tabs(browser.get(LIST).content.decode()) == {"Los míos": 2, "Cerrados": 0}
    current = browser.get(LIST + "?status=closed").content.decode()
    assert "aria-current" in current.split("Cerrados")[0].rsplit("<li>", 1)[1]
    [view] = [
        each for each in SavedView.objects.of(cast.ana, "case-list") if each.name == "Cerrados"
    ]
    browser.post(reverse("view-forget", args=[view.pk]))
    assert tabs(browser.get(LIST).content.decode()) == {"Los míos": 2}


def test_views_are_the_users_own(cast):
    a_case(cast)
    keep(log_in(cast.ana), "status=open")
    view = SavedView.objects.get()
    other = log_in(cast.bruno)
    assert "Sin nadie" not in other.get(LIST).content.decode()
    assert other.post(reverse("view-forget", args=[view.pk])).status_code == 404
    assert SavedView.objects.count() == 1


def test_filters_and_name_of_a_view_stand_nowhere_in_clear(cast):
    """A search may be a person's name or number: a stolen disk shows neither."""
    said = {"page": "individual-list", "query": "number=A-2019-000123-01", "name": "Rita Prueba"}
    view = save_view(**said, by=cast.ana)
    with connection.cursor() as cursor:
        cursor.execute("SELECT t::text FROM accounts_savedview t WHERE id = %s", [view.pk])
        [row] = cursor.fetchone()
        cursor.execute("SELECT query, name FROM accounts_savedview WHERE id = %s", [view.pk])
        sealed = [bytes(each) for each in cursor.fetchone()]
    for word in ("000123", "number=", "Rita"):
        assert word not in row
        assert word.encode().hex() not in row
        assert not any(word.encode() in each for each in sealed)
    assert SavedView.objects.get().query == said["query"]


def test_the_count_of_a_view_stays_within_sight(cast):
    a_case(cast)
    keep(log_in(cast.bruno), "status=open")
    assert tabs(log_in(cast.bruno).get(LIST).content.decode()) == {"Sin nadie": 0}


@pytest.mark.parametrize(
    ("query", "name", "said"),
    [
        ("", "x", "Filter the list first"),
        ("status=open", " ", "Give the view a name"),
        ("status=open", "x", "These filters are kept already"),
    ],
)
def test_what_is_no_view_is_refused_in_words(cast, query, name, said):
    save_view(page="case-list", query="status=open", name="one", by=cast.ana)
    with refused(said):
        save_view(page="case-list", query=query, name=name, by=cast.ana)


def test_two_views_of_a_list_have_two_names(cast):
    save_view(page="case-list", query="status=open", name="Pronto", by=cast.ana)
    with refused("called so already", field="name"):
        save_view(page="case-list", query="status=closed", name=" pronto", by=cast.ana)
    save_view(page="due-list", query="when=7", name="Pronto", by=cast.ana)
    save_view(page="case-list", query="status=closed", name="Pronto", by=cast.bruno)


def test_a_list_keeps_six_views(cast):
    for place in range(MOST_VIEWS):
        save_view(page="case-list", query=f"team={place}", name=str(place), by=cast.ana)
    with refused("A list keeps six views"):
        save_view(page="case-list", query="status=open", name="seventh", by=cast.ana)


def test_counts_of_all_views_take_one_question(cast, django_assert_num_queries):
    browser = log_in(cast.ana)
    an_arrival(cast)
    save_view(page="case-list", query="status=open", name="first", by=cast.ana)
    browser.get(LIST)
    with django_assert_num_queries(11):
        browser.get(LIST)
    for place in range(4):
        query = f"opened_from=2019-0{place + 1}-01"
        save_view(page="case-list", query=query, name=str(place), by=cast.ana)
    with django_assert_num_queries(11):
        browser.get(LIST)


def test_an_address_that_is_none_keeps_nothing(cast):
    log_in(cast.ana).post(reverse("view-save"), {"page": "nowhere", "query": "a=b", "name": "x"})
    assert not SavedView.objects.exists()


@pytest.mark.parametrize(
    ("page", "query"),
    [("individual-list", "sex=m"), ("case-list", "status=open"), ("task-list", "whose=mine")],
)
def test_with_a_view_a_list_costs_the_same_for_one_row_and_for_four(cast, page, query):
    save_view(page=page, query=query, name="Mía", by=cast.ana)
    browser, costs = log_in(cast.ana), []
    for rows in (1, 3):
        for _ in range(rows):
            an_arrival(cast)
        browser.get(reverse(page))
        with CaptureQueriesContext(connection) as queries:
            browser.get(reverse(page))
        costs.append(len(queries))
    assert costs[0] == costs[1]


def test_a_list_about_one_record_keeps_no_views(cast):
    case = an_arrival(cast)
    answer = log_in(cast.ana).get(reverse("note-list", args=[case.number]) + "?kind=call")
    assert "view_page" not in answer.context
