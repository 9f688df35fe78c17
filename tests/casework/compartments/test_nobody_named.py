"""Where nobody is named to read something in confidence, the page says so before anything is typed."""

from django.urls import reverse

from casework.compartments.actions import has_reader
from casework.compartments.choices import Compartment
from tests.asylum.exclusion.build import screens
from tests.build import an_arrival, people_of
from tests.casework.compartments.build import a_reader
from tests.cast import log_in
from tests.page import page_of


def opened(cast, person):
    return log_in(cast.ana).get(reverse("account-write", args=[person.number]))


def test_with_nobody_named_there_is_nothing_to_type_into(cast):
    person = people_of(an_arrival(cast))[0]
    answer = opened(cast, person)
    page = page_of(answer)
    assert page.says("No se ha designado a nadie para leer esto", "Tortura o trato cruel")
    assert "<textarea" not in answer.content.decode()


def test_what_nobody_reads_is_named_beside_what_somebody_reads(cast):
    person = people_of(an_arrival(cast))[0]
    screens(cast, cast.lucia)
    assert has_reader(person, Compartment.EXCLUSION)
    assert not has_reader(person, Compartment.PROTECTION)
    answer = opened(cast, person)
    assert "<textarea" in answer.content.decode()
    unread = [str(kind) for kind in answer.context["unread_kinds"]]
    assert len(unread) == 3
    assert "La persona puede haber participado en abusos" not in unread


def test_with_readers_of_all_nothing_is_said(cast):
    person = people_of(an_arrival(cast))[0]
    a_reader(cast, cast.lucia)
    screens(cast, cast.lucia)
    assert opened(cast, person).context["unread_kinds"] == []
