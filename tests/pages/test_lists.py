"""The list page: filters in the URL, chips, a count, and as many queries for many rows as for one."""

import datetime
import re
from collections.abc import Callable
from typing import Any

import django_filters
import pytest
from django.db import connection
from django.http import HttpResponse
from django.test import RequestFactory
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation

from accounts.models import Office, User
from asylum.papers.models.permit import Permit
from asylum.procedure.models.application import AsylumApplication
from casework.register.models.case import Case
from casework.register.models.individual import Individual
from pages import pager
from pages.filters import FilterSet
from pages.lists import list_page
from tests.asylum.build import LODGED_ON, a_client, a_permit, an_application
from tests.cast import Cast, as_
from tests.page import page_of

pytestmark = pytest.mark.django_db


class StaffFilter(FilterSet):
    office = django_filters.ModelChoiceFilter(queryset=Office.objects.all(), label="Office")
    is_active = django_filters.BooleanFilter(label="May log in")
    joined_at = django_filters.DateFromToRangeFilter(label="Since")

    class Meta:
        model = User
        fields = ["office", "is_active", "joined_at"]


def shown(rf: RequestFactory, cast: Cast, query: str = "") -> HttpResponse:
    request = rf.get(f"/users/{query}")
    request.user = cast.sonia
    request.session = {}  # type: ignore[assignment]
    with translation.override("en"):
        return list_page(
            request,
            User.objects.order_by("email"),
            filterset=StaffFilter,
            template="pages/list.html",
            list_title="Staff",
        )


def hire_many(office: Office, count: int) -> None:
    User.objects.bulk_create(
        User(email=f"{number}@amparo.example", full_name=f"N {number}", office=office)
        for number in range(count)
    )


def test_the_count_of_all_pages_stands_in_heading_and_title(rf: RequestFactory, cast: Cast) -> None:
    hire_many(cast.cucuta, 30)
    total = User.objects.count()
    page = shown(rf, cast).content.decode()
    assert f"<title>Staff ({total}) · Amparo</title>" in page
    assert f'Staff <span class="count">{total}</span>' in page
    assert f"1 to 25 of {total}" in page


@pytest.mark.parametrize(
    ("query", "is_open"),
    [("?is_active=true", False), ("?filters=open", True), ("?joined_at_after=nonsense", True)],
)
def test_filters_in_force_stand_folded_until_asked_for_or_wrong(
    rf: RequestFactory, cast: Cast, query: str, is_open: bool
) -> None:
    page = shown(rf, cast, query).content.decode()
    assert 'name="is_active"' in page
    assert bool(re.search(r'id="filters"[^>]*\sopen\b', page)) == is_open


def test_each_filter_in_force_has_a_chip_that_removes_it_alone(
    rf: RequestFactory, cast: Cast
) -> None:
    query = f"?office={cast.arauca.pk}&is_active=true&joined_at_after=2018-01-02&page=1"
    page = shown(rf, cast, query).content.decode()
    chips = page.split('<ul class="chips"')[1].split("</ul>")[0]
    assert str(cast.arauca) in chips
    assert "2 Jan 2018 – …" in chips
    rest = f"office={cast.arauca.pk}&amp;is_active=true"
    assert f'href="?{rest}"' in chips


def test_nothing_there_yet_is_not_nothing_matches(rf: RequestFactory, cast: Cast) -> None:
    nothing_matches = shown(rf, cast, "?is_active=false").content.decode()
    assert "Nothing matches these filters." in nothing_matches
    assert "There is nothing here yet." not in nothing_matches


def test_thirty_rows_take_as_many_queries_as_one(rf: RequestFactory, cast: Cast) -> None:
    def queries(**kwargs: Any) -> int:
        with CaptureQueriesContext(connection, **kwargs) as captured:
            shown(rf, cast)
        return len(captured)

    shown(rf, cast)
    few = queries()
    hire_many(cast.cucuta, 30)
    assert queries() == few
    assert few <= 12


def test_a_page_beyond_the_last_shows_the_last(rf: RequestFactory, cast: Cast) -> None:
    hire_many(cast.cucuta, 30)
    total = User.objects.count()
    assert f"26 to {total} of {total}" in shown(rf, cast, "?page=99").content.decode()


def test_more_rows_than_anybody_counts_are_not_counted_to_the_last(
    rf: RequestFactory, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 60)
    hire_many(cast.cucuta, 120)
    first = shown(rf, cast).content.decode()
    assert "<title>Staff (more than 60) · Amparo</title>" in first
    assert "1 to 25 of more than 60" in first
    assert 'rel="next"' in first


def test_first_and_last_page_are_one_step_away(
    rf: RequestFactory, cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a list that is not counted to its end, the last page says where it is once it is asked for."""
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 60)
    hire_many(cast.cucuta, 120)
    total = User.objects.count()

    def leads(query: str) -> dict[str, str]:
        page = page_of(shown(rf, cast, query))
        [pages] = page.root.where("class", "pages")
        return {link.text: link.attributes["href"] for link in pages.all("a")}

    assert leads("?is_active=true") == {
        "Next": "?is_active=true&page=2",
        "Last": "?is_active=true&page=last",
    }
    assert leads("?page=3") == {
        "First": "?page=1",
        "Previous": "?page=2",
        "Next": "?page=4",
        "Last": "?page=last",
    }
    assert leads("?page=2")["Previous"] == "?page=1"
    assert page_of(shown(rf, cast, "?page=last")).says(f"126 to {total} of")
    assert leads("?page=last") == {"First": "?page=1", "Previous": "?page=5"}
    monkeypatch.undo()
    assert leads("")["Last"] == "?page=6"


def test_every_page_of_a_long_list_can_be_reached_and_the_last_one_ends_it(
    cast: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 60)
    hire_many(cast.cucuta, 120)
    rows = User.objects.order_by("email")
    found: list[User] = []
    for number in range(1, 40):
        page = pager.Pager(rows, 25, number).asked_page()
        found += page.object_list
        if not page.has_next():
            break
    assert found == list(rows)
    beyond = pager.Pager(rows, 25, 9999).asked_page()
    assert list(beyond.object_list) == found[-len(page.object_list) :]
    assert (beyond.start_index(), beyond.end_index()) == (page.start_index(), len(found))


@pytest.mark.parametrize("asked", ["0", "-3", "", "abc", "\0", "²", "9" * 5000])
def test_a_page_number_that_is_none_is_the_first(cast: Cast, asked: str) -> None:
    number = pager.page_asked({"page": asked})
    assert pager.Pager(User.objects.order_by("email"), 25, number).asked_page().number == 1


NUMBERED = (
    "/cases/", "/people/", "/tasks/", "/retention/", "/consents/", "/lawful-start/", "/activities/none/", "/due/",
    "/due/decided/", "/placements/", "/permits/", "/forecast/", "/figures/",
)  # fmt: skip


@pytest.mark.parametrize("asked", ["%00", "9" * 19, "9" * 30, "²"])
def test_no_page_number_breaks_a_page(cast: Cast, asked: str) -> None:
    sonia = as_(cast.sonia)
    answers = {path: sonia.get(f"{path}?page={asked}").status_code for path in NUMBERED}
    assert set(answers.values()) == {200}, answers


def test_a_tab_counts_to_a_thousand(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pager, "COUNTED_AT_MOST", 3)
    staff = User.objects.order_by("email")
    three = staff.filter(pk__in=[cast.ana.pk, cast.lucia.pk, cast.sonia.pk])
    assert pager.counted_in_words(three) == 3
    with translation.override("en"):
        assert pager.counted_in_words(staff) == "more than 3"


# Who reads the list, and in which order it stands as usual.
TURNED: dict[str, tuple[str, Callable[[], Any]]] = {
    "case-list": ("sonia", Case.objects.all),
    "individual-list": ("sonia", lambda: Individual.objects.order_by("-number")),
    "application-list": ("lucia", AsylumApplication.objects.all),
    "permit-list": ("lucia", Permit.objects.by_expiry),
}


@pytest.mark.parametrize("name", TURNED)
def test_a_list_may_stand_the_other_way_round_and_no_row_is_sorted_for_it(
    cast: Cast, law_of_the_file: None, name: str
) -> None:
    for days in range(3):
        person = a_client(cast, on=LODGED_ON - datetime.timedelta(days=days))
        an_application(cast, person, on=LODGED_ON + datetime.timedelta(days=days))
        a_permit(cast, person, expires_on=LODGED_ON + datetime.timedelta(days=90 + days))
    reader, rows = TURNED[name]

    def listed(**asked: str) -> list[Any]:
        answer = as_(cast.users[reader]).get(reverse(name), asked)
        return [row.pk for row in answer.context["page_obj"].object_list]

    assert len(listed()) == 3
    assert listed(order="reversed") == listed()[::-1]
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
    plans = [each[:25].explain() for each in (rows(), rows().reverse())]
    assert "Index Scan Backward" in "".join(plans)
    assert "Sort" not in "".join(plans)
