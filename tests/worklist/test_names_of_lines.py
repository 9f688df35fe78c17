"""Whom a line is about."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from accounts.due import due_sources
from casework.exits.actions import confirm_loss, report_loss
from casework.families.actions.builder import split_family
from casework.register.choices import Relation
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_
from worklist.due.names import Names
from worklist.scheduler.tick import tick

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


def the_wife_died(cast):
    """The case of a couple of whom the wife died, as a second person confirmed."""
    case = an_arrival(cast, people=[a_row("Wolfang"), a_row("Idalmis")])
    told = {"known_from": "Llamó su hermana", "told": "En la frontera"}
    wife = people_of(case)[1]
    report = report_loss(wife, kind="death", on=cast.ana.today(), by=cast.ana, **told)
    confirm_loss(report, checked_how="Vi el certificado", by=cast.sonia)
    return case, wife


def test_a_death_names_the_person_who_died_and_not_the_survivor(cast):
    _case, wife = the_wife_died(cast)
    tick()
    client = as_(cast.ana)
    for name in ("due-list", "today", "inbox"):
        page = client.get(reverse(name)).content.decode()
        assert wife.display_name in page, name
        # He himself has no bed, which comes first on Today.
        assert "Wolfang" not in page or name == "today", name


def test_a_person_in_another_family_now_is_not_named_and_nobody_else_in_their_place(cast):
    case = an_arrival(cast, people=[a_row("Zoila"), a_row("Abel")])
    gone = people_of(case)[1]
    split_family(case, relations={gone: Relation.PRINCIPAL}, on=cast.ana.today(), by=cast.ana)
    names = Names(cast.ana, [case.pk], cast.ana.today())
    assert names.of(case.pk, gone.pk).shown == case.number
    assert "Zoila" in names.of(case.pk).shown


def test_each_source_finds_the_one_person_whom_a_row_is_about():
    """By the same path from a row that the lists take in the database, without a question for each row."""
    for source in due_sources:
        if source.person not in ("", source.key):
            path, row = source.person.removesuffix("_id"), source.about
            for step in path.split("__"):
                row = row._meta.get_field(step).related_model
            assert row._meta.model_name == "individual", source.kind
            way, _link, _person = path.rpartition("__")
            assert any(each.startswith(way) for each in source.related), source.kind
