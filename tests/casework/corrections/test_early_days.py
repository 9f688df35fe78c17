"""A day before the arrival is asked about once: it may be right, and it is more often a slip."""

import datetime

import pytest
from django.urls import reverse

from casework.bonds.actions import relate
from casework.bonds.choices import Bond
from casework.identity.actions import exposure
from tests.build import a_row, an_arrival, people_of
from tests.cast import as_

pytestmark = pytest.mark.django_db
D = datetime.date
EARLY = D(2019, 1, 1)


@pytest.fixture
def people(cast):
    return people_of(an_arrival(cast, people=[a_row(born=1991), a_row("Luz", born=1994)]))


def asked_once(client, address, typed, field):
    """The first answer asks and saves nothing; the same again, with the tick, is saved."""
    assert 'name="is_early"' not in client.get(address).content.decode()
    answer = client.post(address, typed)
    assert answer.status_code == 200
    [error] = answer.context["form"].errors[field]
    assert "antes de la llegada" in error
    assert 'name="is_early"' in answer.content.decode()
    again = client.post(address, typed | {"is_early": "on"})
    assert again.status_code == 302, again.context["form"].errors


def test_of_a_wish_for_anonymity_and_its_correction(cast, people):
    person = people[0]
    client = as_(cast.ana)
    address = reverse("anonymity-wish", args=[person.number])
    asked_once(client, address, {"wished_on": "2019-01-02", "alias": "C"}, "wished_on")
    wish = person.anonymity_wishes.get()
    address = reverse("anonymity-correct", args=[person.number, wish.pk])
    asked_once(client, address, {"wished_on": EARLY.isoformat()}, "wished_on")
    wish.refresh_from_db()
    assert wish.wished_on == EARLY


def test_of_silence_towards_the_media(cast, people):
    person = people[0]
    silence = exposure.restrict_media(person, reason="own_wish", on=D(2019, 3, 10), by=cast.ana)
    address = reverse("media-correct", args=[person.number, silence.pk])
    typed = {"media_reason": "own_wish", "on": EARLY.isoformat()}
    asked_once(as_(cast.ana), address, typed, "on")


def test_of_a_bond_and_of_no_day_after_the_arrival(cast, people):
    client = as_(cast.ana)
    address = reverse("relationship-record", args=[people[0].number])
    other = people[1].pk
    typed = {"kind": str(Bond.SIBLING), "other": other, "starts_on": EARLY.isoformat()}
    asked_once(client, address, typed, "starts_on")


def test_of_a_day_that_stands_already_nothing_is_asked_again(cast, people):
    bond = relate(people[0], other=people[1], kind=Bond.SIBLING, starts_on=EARLY, by=cast.ana)
    address = reverse("relationship-correct", args=[bond.pk])
    typed = {"starts_on": EARLY.isoformat(), "is_mistake": "on"}
    assert as_(cast.ana).post(address, typed).status_code == 302
