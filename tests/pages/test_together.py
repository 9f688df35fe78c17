"""Several small questions in one statement."""

import datetime
import uuid

import pytest
from django.contrib.postgres.aggregates import ArrayAgg
from django.db import connection
from django.db.models import Count
from django.test.utils import CaptureQueriesContext

from accounts.models import User
from casework.register.models.case import Case
from pages.questions import PLACEHOLDER
from pages.together import row_of, together
from tests.build import an_arrival

pytestmark = pytest.mark.django_db


def test_numbers_and_rows_are_what_each_queryset_says_alone(cast):
    cases = [an_arrival(cast) for _ in range(3)]
    counts = {"cases": Case.objects.values("pk"), "first": Case.objects.values("pk")[:2]}
    teams = Case.objects.order_by().values("team").annotate(number=Count("pk"))
    rows = {
        "by_team": teams,
        "cases": Case.objects.order_by("-number").values("number", "opened_on", "is_restricted"),
    }
    with CaptureQueriesContext(connection) as asked:
        found = together(counts, rows).answers()
    assert len(asked) == 1
    assert found.counts == {"cases": 3, "first": 2}
    assert found.rows["by_team"] == [{"team": str(cast.norte.pk), "number": 3}]
    assert found.rows["cases"] == [
        {"number": case.number, "opened_on": case.opened_on.isoformat(), "is_restricted": False}
        for case in sorted(cases, key=lambda case: case.number, reverse=True)
    ]


def test_a_row_of_what_came_as_json_asks_only_for_what_did_not_come(
    cast, django_assert_num_queries
):
    case = an_arrival(cast)
    facts = (
        "opened_on",
        "changed_at",
        "team_id",
        "team__name",
        "changed_by_id",
        "changed_by__full_name",
    )
    asked = {"cases": Case.objects.filter(pk=case.pk).values(*facts)}
    [came] = together({}, asked).answers().rows["cases"]
    case.refresh_from_db()
    with django_assert_num_queries(0):
        row = row_of(Case, str(case.pk), came)
        assert (row, row.opened_on, row.changed_at) == (case, case.opened_on, case.changed_at)
        assert (row.team, row.team.name) == (cast.norte, cast.norte.name)
        assert (row.changed_by and row.changed_by.pk) == case.changed_by_id
    assert row.number == case.number


def test_what_django_knows_to_be_empty_is_not_asked(cast):
    nothing = User.objects.none().values("pk")
    with CaptureQueriesContext(connection) as asked:
        found = together({"none": nothing}, {"none": nothing}).answers()
    assert (found.counts, found.rows, len(asked)) == ({"none": 0}, {"none": []}, 0)
    users = User.objects.values("pk")
    found = together({"none": nothing, "users": users}, {"none": nothing}).answers()
    assert (found.counts, found.rows) == ({"none": 0, "users": User.objects.count()}, {"none": []})


def test_rows_without_any_are_an_empty_list_and_lists_stay_lists(cast):
    case = an_arrival(cast)
    members = Case.objects.filter(pk=case.pk).values(
        numbers=ArrayAgg("members__individual__number")
    )
    late = Case.objects.filter(opened_on__gt=case.opened_on + datetime.timedelta(days=1)).values(
        "pk"
    )
    found = together({}, {"members": members, "late": late}).answers()
    numbers = case.members.values_list("individual__number", flat=True)
    assert sorted(found.rows["members"][0]["numbers"]) == sorted(numbers)
    assert found.rows["late"] == []


def test_the_same_statement_is_asked_of_another_value(cast):
    one, other = an_arrival(cast), an_arrival(cast)
    statement = together({}, {"case": Case.objects.filter(pk=PLACEHOLDER).values("number")})
    for case in (one, other):
        assert statement.answers({PLACEHOLDER: case.pk}).rows["case"] == [{"number": case.number}]
    assert statement.answers({PLACEHOLDER: uuid.uuid4()}).rows["case"] == []
