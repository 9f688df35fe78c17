"""Whom a line is about."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.build import a_row, an_arrival
from worklist.names import Names

pytestmark = pytest.mark.django_db


def test_families_in_sight_are_named_and_others_are_not(cast):
    today = cast.ana.today()
    one = an_arrival(cast, people=[a_row("Zoila"), a_row("Abel")])
    left = an_arrival(cast, people=[a_row("Secundino")])
    left.members.update(left_on=today)
    asked = [one.pk, left.pk, None]
    assert Names(cast.bruno, asked, today).of(one.pk) is None
    names = Names(cast.ana, asked, today)
    assert "Zoila" in names.of(one.pk).shown
    assert [person.given_names for person in names.people(one.pk)] == ["Zoila", "Abel"]
    assert (names.of(left.pk).number, names.people(left.pk)) == (left.number, [])
    assert names.of(None) is None


def test_names_of_many_families_are_one_question(cast):
    today = cast.ana.today()
    cases = [an_arrival(cast) for _ in range(4)]
    with CaptureQueriesContext(connection) as asked:
        names = Names(cast.ana, [case.pk for case in cases], today)
    assert len([each for each in asked if "casework_familymember" in each["sql"]]) == 1
    assert {names.of(case.pk).case_number for case in cases} == {case.number for case in cases}
