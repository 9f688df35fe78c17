"""Compiled queries are kept: each answer is of now, whatever the query was compiled with."""

import datetime

import pytest
from django.db import connection
from django.db.models import Prefetch
from django.test.utils import CaptureQueriesContext

from accounts.models import Grant, Office, User
from pages.questions import (
    ANY_MOMENT,
    ANY_TEXT,
    PLACEHOLDER,
    cached_rows,
    kept_count,
    kept_exists,
    kept_sql,
    planned_anew,
)
from tests.cast import Cast

LONG_AGO = datetime.datetime(2001, 1, 1, tzinfo=datetime.UTC)


def _staff():
    return User.objects.select_related("office").filter(pk__in=[PLACEHOLDER]).order_by("email")


def _called():
    return User.objects.filter(email=ANY_TEXT, joined_at__gt=ANY_MOMENT).values_list(
        "pk", flat=True
    )


def _grants_by(user, language):
    grants = Grant.objects.filter(user__language=language).order_by("starts_on", "pk")
    return grants.prefetch_related("user") if user.is_active else grants.none()


def test_rows_come_with_what_is_fetched_along_and_as_they_are_now(cast: Cast) -> None:
    keys = [cast.ana.pk, cast.sonia.pk]
    assert cached_rows(_staff, values={PLACEHOLDER: keys}) == [cast.ana, cast.sonia]
    User.objects.filter(pk=cast.sonia.pk).update(full_name="Sonia Nueva")
    with CaptureQueriesContext(connection) as queries:
        again = cached_rows(_staff, values={PLACEHOLDER: [*keys, cast.luis.pk]})
        assert [(row.full_name, row.office.name) for row in again] == [
            ("Ana", "Cúcuta"),
            ("Luis", "Cúcuta"),
            ("Sonia Nueva", "Cúcuta"),
        ]
    assert len(queries) == 1
    assert cached_rows(_staff, values={PLACEHOLDER: []}) == []


def test_marks_take_the_values_of_each_time(cast: Cast) -> None:
    for user in (cast.ana, cast.luis):
        values = {ANY_TEXT: user.email, ANY_MOMENT: LONG_AGO}
        assert cached_rows(_called, values=values) == [user.pk]
        assert kept_count(_called, values=values) == 1
        assert kept_exists(_called, values=values)
    nobody = {ANY_TEXT: "nobody@amparo.example", ANY_MOMENT: LONG_AGO}
    assert not kept_exists(_called, values=nobody)
    assert kept_count(_called, values=nobody) == 0


def test_other_arguments_are_another_query_and_prefetching_goes_on(cast: Cast) -> None:
    assert len(cached_rows(_grants_by, cast.ana, "es")) == len(cast.users)
    assert cached_rows(_grants_by, cast.ana, "en") == []
    cast.mara.is_active = False
    assert cached_rows(_grants_by, cast.mara, "es") == []
    assert kept_count(_grants_by, cast.mara, "es") == 0
    assert not kept_exists(_grants_by, cast.mara, "es")
    with CaptureQueriesContext(connection) as queries:
        assert {grant.user.email for grant in cached_rows(_grants_by, cast.ana, "es")} == {
            user.email for user in cast.users.values()
        }
    assert len(queries) == 2


def test_a_question_that_depends_on_more_than_its_arguments_is_found_out(cast: Cast) -> None:
    wanted = ["es"]

    def staff_who_read():
        return User.objects.filter(language=wanted[0])

    assert len(cached_rows(staff_who_read)) == len(cast.users)
    wanted[0] = "en"
    with pytest.raises(AssertionError, match="staff_who_read depends on more than its arguments"):
        cached_rows(staff_who_read)


def test_a_question_that_asks_the_database_while_it_is_compiled_is_found_out(
    cast: Cast,
) -> None:
    def staff_beside():
        return User.objects.filter(office=Grant.objects.earliest("pk").office)

    with pytest.raises(AssertionError, match="asks the database, and the answer would be cached"):
        cached_rows(staff_beside)


def _offices(to_attr):
    staff = User.objects.filter(is_active=True).select_related("office").order_by("email")
    return Office.objects.order_by("-name").prefetch_related(
        "teams", Prefetch("staff", staff, to_attr=to_attr), "teams__grants", "grants__user"
    )


@pytest.mark.parametrize("to_attr", [None, "people_there"])
def test_what_points_at_rows_comes_along_as_django_prefetches_it(cast: Cast, to_attr) -> None:
    def told(offices):
        return [
            (
                office.name,
                sorted(team.name for team in office.teams.all()),
                [
                    person.email
                    for person in (getattr(office, to_attr) if to_attr else office.staff.all())
                ],
                sorted(grant.user.email for grant in office.grants.all()),
                sorted(grant.role for team in office.teams.all() for grant in team.grants.all()),
                {team.office for team in office.teams.all()} == {office},
            )
            for office in offices
        ]

    expected = told(_offices(to_attr))
    offices = cached_rows(_offices, to_attr)
    with CaptureQueriesContext(connection) as queries:
        assert told(offices) == expected
    assert not queries
    with CaptureQueriesContext(connection) as queries:
        cached_rows(_offices, to_attr)
    assert len(queries) == 6


def _in_an_order_of_this_test():
    return User.objects.order_by("language", "-joined_at", "-email").values_list("pk", flat=True)


def test_a_sum_is_planned_anew_each_time_and_no_other_question_is(cast: Cast) -> None:
    def prepared() -> int:
        sql = kept_sql("w", _in_an_order_of_this_test)[0]
        with connection.cursor() as cursor:
            asked = "SELECT count(*) FROM pg_prepared_statements WHERE statement = %s"
            cursor.execute(asked, [sql])
            return int(cursor.fetchone()[0])

    def ask() -> None:
        for _time in range(3):
            assert len(cached_rows(_in_an_order_of_this_test)) == len(cast.users)

    with planned_anew():
        ask()
    assert prepared() == 0
    ask()
    assert prepared() == 1
